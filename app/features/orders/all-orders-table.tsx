import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { orderActions } from "#app/ui/table/bulk-actions.ts";
import type { Column } from "#app/ui/table/data-table.tsx";
import { PagedTable } from "#app/ui/table/paged-table.tsx";
import { confirmation } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import { holdLabels } from "#contract/payment-holds.ts";
import { orderPath } from "#contract/shop.ts";
import type { OrderKey } from "#worker/shop/orders/search.ts";
import { OrderDay } from "./order-day.tsx";
import { orderKeyNames } from "./order-key-field.tsx";
import type { OrderRow } from "./order-row.ts";

const Meant = ({ order }: { order: OrderRow }) => (
	<p>
		{formatWhole(order.quantity)} pieces of {order.toolName} for {order.name}
	</p>
);

/** Where the pieces go: what the contract asks of the buyer, and the shopkeeper needs to send them. */
const DeliverTo = ({ order: { location, phone } }: { order: OrderRow }) => (
	<div>
		{location}
		<div className="text-muted">{phone}</div>
	</div>
);

/** specification.md §4 "Order": UnPaid, then to be shifted, then Deliverd. What was refunded or is disputed is not shifted. */
function Status({ order }: { order: OrderRow }) {
	if (!order.paid) return <Badge>UnPaid</Badge>;
	if (order.shifted) {
		return (
			<Button size="sm" disabled data-print>
				Deliverd
			</Button>
		);
	}
	if (order.hold) return <span>paid</span>;
	return (
		<>
			<span className="hidden print:inline">paid</span>
			<ConfirmButton
				label="Shifting"
				question={confirmation.shift}
				look="plain"
				fields={{ task: "shift", order: order.id }}
			>
				<Meant order={order} />
				<DeliverTo order={order} />
			</ConfirmButton>
		</>
	);
}

const Remove = ({ order }: { order: OrderRow }) =>
	order.paid ? null : (
		<ConfirmButton
			label="Delete"
			question={confirmation.remove}
			fields={{ task: "remove", order: order.id }}
		>
			<Meant order={order} />
		</ConfirmButton>
	);

/** Who has ordered what, and at which price a piece; the order's own page has all of it in full. */
const Tool = ({ order: { id, toolName, quantity, priceCents } }: { order: OrderRow }) => (
	<div className="min-w-0">
		<PathLink to={orderPath(id)} className="link line py-0.5">
			{toolName}
		</PathLink>
		<div className="text-muted">
			{formatWhole(quantity)} pieces × {formatCents(priceCents)}
		</div>
	</div>
);

const Customer = ({ order: { name, email } }: { order: OrderRow }) => (
	<div className="line-box">
		<div className="line">{name}</div>
		<div className="line text-muted">{email}</div>
	</div>
);

/** One line of the address: the rest is in the order, and in the question before it is shifted. */
const DeliverToBriefly = ({ order: { location, phone } }: { order: OrderRow }) => (
	<div className="line-box narrow">
		<div className="line">{location}</div>
		<div className="line text-muted">{phone}</div>
	</div>
);

const Total = ({ order: { totalCents, transactionId } }: { order: OrderRow }) => (
	<div className="line-box narrow ms-auto">
		<div>{formatCents(totalCents)}</div>
		{transactionId && (
			<div className="line text-muted">
				<span className="sr-only">Transaction id </span>
				{transactionId}
			</div>
		)}
	</div>
);

const columns: Column<OrderRow>[] = [
	{ header: "Number", kind: "number", cell: ({ number }) => number },
	{ header: "Tool name", leads: "title", grows: true, cell: (order) => <Tool order={order} /> },
	{ header: "User name", cell: (order) => <Customer order={order} /> },
	{ header: "Deliver to", cell: (order) => <DeliverToBriefly order={order} /> },
	{ header: "Date", cell: (order) => <OrderDay {...order} /> },
	{ header: "Total", kind: "number", leads: "sum", cell: (order) => <Total order={order} /> },
	{
		header: "Status",
		leads: "state",
		cell: (order) => (
			<div className={order.hold ? "grid justify-items-start gap-1" : "flex items-center gap-2"}>
				<Status order={order} />
				{order.hold && <Badge tone="error">{holdLabels[order.hold]}</Badge>}
				<Remove order={order} />
			</div>
		),
	},
];

type Props = { found: Found; by: OrderKey; chosen: boolean };
type Found = { rows: OrderRow[]; more: boolean; page: number; search: string };

/** Orders with what an admin may do with it. */
export const AllOrdersTable = ({ found, by, chosen }: Props) => (
	<PagedTable
		caption="All orders"
		of="orders"
		searched={orderKeyNames[by].toLowerCase()}
		icon="list-ordered"
		columns={columns}
		rowKey={({ id }) => id}
		found={found}
		chosen={chosen}
		bulk={{
			noun: "order",
			nameOf: ({ number, toolName, name }) => `order ${number}: ${toolName} for ${name}`,
			actions: orderActions,
		}}
	>
		<EmptyState icon="list-ordered" sentence="Nobody has ordered anything yet." />
	</PagedTable>
);
