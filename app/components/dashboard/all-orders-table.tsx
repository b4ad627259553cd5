import type { OrderRow } from "#app/routes/dashbord/order-row.ts";
import { confirmation } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { OrderKey } from "#worker/shop/orders/search.ts";
import { Badge } from "../ui/badge.tsx";
import { Breakable, Halves } from "../ui/breakable.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import type { Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { orderKeyNames } from "./order-key-field.tsx";
import { PagedTable } from "./paged-table.tsx";

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

/** Two lines of it: the rest is in the question before the order is shifted. */
const DeliverToBriefly = ({ order: { location, phone } }: { order: OrderRow }) => (
	<div>
		<div className="brief">{location}</div>
		<div className="text-muted">{phone}</div>
	</div>
);

/** specification.md §4 "Order": UnPaid, then to be shifted, then Deliverd. */
function Status({ order }: { order: OrderRow }) {
	if (!order.paid) return <Badge>UnPaid</Badge>;
	if (order.shifted) {
		return (
			<Button size="sm" disabled data-print>
				Deliverd
			</Button>
		);
	}
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

const Customer = ({ order: { name, email } }: { order: OrderRow }) => (
	<div>
		<div className="brief">{name}</div>
		<div className="brief text-muted">
			<Breakable text={email} />
		</div>
	</div>
);

const Transaction = ({ order: { transactionId } }: { order: OrderRow }) =>
	transactionId && (
		<div className="sm:min-w-34">
			<Halves text={transactionId} />
		</div>
	);

const columns: Column<OrderRow>[] = [
	{ header: "Number", kind: "number", cell: ({ number }) => number },
	{ header: "User name", roomy: true, cell: (order) => <Customer order={order} /> },
	{ header: "Tool name", cell: ({ toolName }) => <div className="brief">{toolName}</div> },
	{ header: "Order quantity", kind: "number", cell: ({ quantity }) => formatWhole(quantity) },
	{ header: "Total", kind: "number", cell: ({ totalCents }) => formatCents(totalCents) },
	{ header: "Date", cell: ({ day }) => day },
	{ header: "Deliver to", cell: (order) => <DeliverToBriefly order={order} /> },
	{ header: "Transaction id", cell: (order) => <Transaction order={order} /> },
	{
		header: "Status",
		cell: (order) => (
			<div className="flex items-center gap-2">
				<Status order={order} />
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
	>
		<EmptyState icon="list-ordered" sentence="Nobody has ordered anything yet." />
	</PagedTable>
);
