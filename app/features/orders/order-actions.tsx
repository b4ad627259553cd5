import { LinkButton } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { confirmation } from "#contract/confirmations.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { OrderState } from "#contract/order-states.ts";
import { invoicePath, orderAgainPath } from "#contract/shop.ts";
import type { Supply } from "#worker/shop/orders/read.ts";

type Props = {
	order: { id: string; productId: string; toolName: string; quantity: number; state: OrderState };
	isCustomer: boolean;
	supply: Supply;
};

function OrderAgain({ order, supply }: Props) {
	if (supply === "gone") return <p className="text-muted">We no longer sell this tool.</p>;
	if (supply === "out of stock") {
		return <p className="text-muted">This tool is out of stock at the moment.</p>;
	}
	return (
		<LinkButton to={orderAgainPath(order.productId, order.id)} look="primary">
			Order again
		</LinkButton>
	);
}

function Unpaid({ order }: Props) {
	return (
		<>
			<LinkButton to={`/dashbord/payment/${order.id}`} reloadDocument look="primary">
				pay
			</LinkButton>
			<ConfirmButton
				label="Cencel"
				size="md"
				question={confirmation.remove}
				fields={{ order: order.id }}
				action="/dashbord/myorders"
			>
				<p>
					{formatWhole(order.quantity)} pieces of {order.toolName}
				</p>
			</ConfirmButton>
		</>
	);
}

export function OrderActions(props: Props) {
	const { order, isCustomer } = props;
	const isPaid = order.state === "paid" || order.state === "shipped";
	return (
		<div className="flex flex-wrap items-center gap-3">
			{isCustomer && (order.state === "unpaid" ? <Unpaid {...props} /> : <OrderAgain {...props} />)}
			{isPaid && <LinkButton to={invoicePath(order.id)}>Invoice</LinkButton>}
			{isCustomer && isPaid && (
				<LinkButton to={`/dashbord/addreview?${new URLSearchParams({ tool: order.productId })}`}>
					Review this tool
				</LinkButton>
			)}
		</div>
	);
}
