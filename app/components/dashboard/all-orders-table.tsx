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
		{name}
		<div className="text-muted">
			<Breakable text={email} />
		</div>
	</div>
);

const columns: Column<OrderRow>[] = [
	{ header: "Number", kind: "number", cell: ({ number }) => number },
	{ header: "User name", roomy: true, cell: (order) => <Customer order={order} /> },
	{ header: "Tool name", cell: ({ toolName }) => toolName },
	{ header: "Order quantity", kind: "number", cell: ({ quantity }) => formatWhole(quantity) },
	{ header: "Total", kind: "number", cell: ({ totalCents }) => formatCents(totalCents) },
	{ header: "Deliver to", cell: (order) => <DeliverTo order={order} /> },
	{ header: "Transaction id", cell: ({ transactionId }) => <Halves text={transactionId} /> },
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

type Found = { rows: OrderRow[]; more: boolean; page: number; search: string };

/** Orders with what an admin may do with it. */
export const AllOrdersTable = ({ found, by }: { found: Found; by: OrderKey }) => (
	<PagedTable
		caption="All orders"
		of="orders"
		searched={orderKeyNames[by].toLowerCase()}
		icon="list-ordered"
		columns={columns}
		rowKey={({ id }) => id}
		found={found}
	>
		<EmptyState icon="list-ordered" sentence="Nobody has ordered anything yet." />
	</PagedTable>
);
