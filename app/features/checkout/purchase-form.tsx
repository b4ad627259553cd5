import { useFullPageForm } from "#app/client/full-page-form.tsx";
import { Price } from "#app/features/catalogue/price-and-stock.tsx";
import { PriceTable } from "#app/features/catalogue/product/price-table.tsx";
import { describeQuantity } from "#app/features/catalogue/product/quantity.ts";
import type { FormErrors } from "#app/lib/form-action.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Field, FormError, ReadOnlyField } from "#app/ui/field.tsx";
import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import { getMaxOrderQuantity, type Orderable, roundToCartons } from "#contract/order-rules.ts";
import { getUnitPriceCents } from "#contract/price-breaks.ts";
import { createPurchaseSchema } from "#contract/schemas/orders.ts";
import { isOutOfStock } from "#contract/stock.ts";
import type { EarlierOrder } from "#worker/shop/orders/read.ts";
import type { Route } from "./+types/purchase.ts";
import { DeliveryFields, withDeliveryFields } from "./delivery-fields.tsx";

type NoteProps = { product: Orderable; earlierOrder: EarlierOrder };

function EarlierOrderNote({ product, earlierOrder }: NoteProps) {
	const { quantity } = product;
	const priceCents = getUnitPriceCents(product, earlierOrder.quantity);
	return (
		<Alert>
			<p>{`Filled in from order ${earlierOrder.number}. Check the quantity and address.`}</p>
			{earlierOrder.quantity > quantity && (
				<p>{`You ordered ${formatInteger(earlierOrder.quantity)} before; we have ${formatInteger(quantity)} in stock.`}</p>
			)}
			{earlierOrder.priceCents !== priceCents && (
				<p>{`The price has changed from ${formatCents(earlierOrder.priceCents)} to ${formatCents(priceCents)} per piece.`}</p>
			)}
		</Alert>
	);
}

/**
 * Connects the form to the input of the idempotency key, which is outside this island: React would overwrite a key that the browser
 * has restored (app/client/entry.ts).
 */
export const purchaseFormId = "purchase";

type Data = Route.ComponentProps["loaderData"];
type Props = Pick<Data, "quantity" | "earlierOrder" | "delivery" | "customer" | "submitPath"> & {
	product: Orderable;
	errors: FormErrors | undefined;
};

function getInitialQuantity({ product, quantity, earlierOrder }: Props): number {
	const { minimum } = product;
	if (quantity !== null) return quantity;
	return earlierOrder ? Math.max(minimum, roundToCartons(product, earlierOrder.quantity)) : minimum;
}

export default function PurchaseForm(props: Props) {
	const { product, earlierOrder, delivery, customer, submitPath, errors } = props;
	const { minimum } = product;
	const maxQuantity = getMaxOrderQuantity(product);
	const schema = withDeliveryFields({ quantity: createPurchaseSchema(product).entries.quantity });
	const { onSubmit, field, setValue, busy, formErrors, watch } = useFullPageForm(schema, errors);
	const initialQuantity = String(getInitialQuantity(props));
	const { orderMultiple } = product;
	const cartons = orderMultiple > 1 ? `, in cartons of ${formatInteger(orderMultiple)}` : "";
	const quantityInput = watch("quantity") ?? errors?.values.quantity ?? initialQuantity;
	const typedQuantity = String(quantityInput).trim();
	const { total, unitCents, suggestion } = describeQuantity(
		product,
		typedQuantity === "" ? Number.NaN : Number(typedQuantity),
	);
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
				hint={`From ${formatInteger(minimum)} to ${formatInteger(maxQuantity)}${cartons}`}
				type="number"
				inputMode="numeric"
				min={minimum}
				max={maxQuantity}
				step={orderMultiple}
				{...field("quantity", initialQuantity)}
			/>
			{suggestion && (
				<button
					type="button"
					className="noscript:hidden link num -mt-3 justify-self-start py-1 text-start text-sm"
					onClick={() => setValue("quantity", String(suggestion.quantity))}
				>
					{suggestion.label}
				</button>
			)}
			<PriceTable product={product} unitCents={unitCents} />
			<DeliveryFields defaults={delivery} field={field} errors={errors} />
			<div className="grid gap-1">
				<ReadOnlyField label="Name" value={customer.name} />
				<ReadOnlyField label="Email" name="email" value={customer.email} />
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
				<p className="text-sm text-muted">You'll pay on the next page.</p>
			</div>
		</form>
	);
}
