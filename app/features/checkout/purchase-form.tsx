import { useNativeForm } from "#app/client/native-form.tsx";
import { Price } from "#app/features/catalogue/price-and-stock.tsx";
import type { FormErrors } from "#app/lib/form-action.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Field, FormError } from "#app/ui/field.tsx";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import {
	findBrokenRule,
	maxOrderQuantity,
	type Orderable,
	roundToCartons,
	totalCentsOf,
} from "#contract/order-rules.ts";
import { unitPriceCents } from "#contract/price-breaks.ts";
import { purchaseSchemaOf } from "#contract/schemas/orders.ts";
import { isOutOfStock } from "#contract/stock.ts";
import type { EarlierOrder } from "#worker/shop/orders/read.ts";
import type { Route } from "./+types/purchase.ts";
import { DeliveryFields, withDeliveryFields } from "./delivery-fields.tsx";

type NoteProps = { product: Orderable; earlierOrder: EarlierOrder };

function EarlierOrderNote({ product, earlierOrder }: NoteProps) {
	const { quantity } = product;
	const priceCents = unitPriceCents(product, earlierOrder.quantity);
	return (
		<Alert>
			<p>{`Filled in from order ${earlierOrder.number}. Check the quantity and address.`}</p>
			{earlierOrder.quantity > quantity && (
				<p>{`You ordered ${formatWhole(earlierOrder.quantity)} before; we have ${formatWhole(quantity)} in stock.`}</p>
			)}
			{earlierOrder.priceCents !== priceCents && (
				<p>{`The price has changed from ${formatCents(earlierOrder.priceCents)} to ${formatCents(priceCents)} per piece.`}</p>
			)}
		</Alert>
	);
}

/** The input of the idempotency key is outside this island and belongs to the form by this id: React would overwrite a restored key (app/client/entry.ts). */
export const purchaseFormId = "purchase";

type Data = Route.ComponentProps["loaderData"];
type Props = Pick<Data, "earlierOrder" | "delivery" | "customer" | "submitPath"> & {
	product: Orderable;
	errors: FormErrors | undefined;
};

/** @returns cents, or null if that quantity cannot be ordered */
function totalOf(product: Orderable, input: string): number | null {
	const quantity = Number(input);
	const canOrder = Number.isSafeInteger(quantity) && findBrokenRule(product, quantity) === null;
	return canOrder ? totalCentsOf(product, quantity) : null;
}

export default function PurchaseForm(props: Props) {
	const { product, earlierOrder, delivery, customer, submitPath, errors } = props;
	const { minimum } = product;
	const maxQuantity = maxOrderQuantity(product);
	const { quantity } = purchaseSchemaOf(product).entries;
	const schema = withDeliveryFields({ quantity });
	const { onSubmit, field, busy, formErrors, watch } = useNativeForm(schema, errors);
	const initialQuantity = String(
		earlierOrder ? Math.max(minimum, roundToCartons(product, earlierOrder.quantity)) : minimum,
	);
	const quantityInput = watch("quantity") ?? errors?.values.quantity ?? initialQuantity;
	const total = totalOf(product, String(quantityInput));
	if (isOutOfStock(product)) return <AnchorButton href="/">out of stock</AnchorButton>;
	return (
		<form
			id={purchaseFormId}
			method="post"
			action={submitPath}
			noValidate
			onSubmit={onSubmit}
			className="stack"
		>
			<input type="hidden" name="shownCents" value={product.priceCents} />
			<input type="hidden" name="shownBreaks" value={JSON.stringify(product.priceBreaks)} />
			{earlierOrder && <EarlierOrderNote product={product} earlierOrder={earlierOrder} />}
			<Field
				label="Order quantity"
				hint={`From ${formatWhole(minimum)} to ${formatWhole(maxQuantity)}`}
				type="number"
				inputMode="numeric"
				min={minimum}
				max={maxQuantity}
				{...field("quantity", initialQuantity)}
			/>
			<DeliveryFields
				defaults={delivery}
				field={field}
				submitted={{
					address: errors?.values.address,
					error: errors?.issues.find(({ field }) => field === "address")?.message,
					isRejected: errors !== undefined,
				}}
			/>
			<div className="grid gap-1">
				<Field label="Name" readOnly value={customer.name} />
				<Field label="Email" name="email" readOnly value={customer.email} />
			</div>
			<div className="grid gap-3 border-t border-base-300 pt-4">
				<p className="noscript:hidden flex items-baseline justify-between text-lg">
					Total{" "}
					<output className="text-2xl">{total === null ? "–" : <Price cents={total} />}</output>
				</p>
				<FormError errors={formErrors} />
				<Button type="submit" variant="primary" busy={busy}>
					Confirm order
				</Button>
				<p className="text-sm text-muted">You pay by card on the next page.</p>
			</div>
		</form>
	);
}
