import { LivePrices, SuggestionButton } from "#app/features/catalogue/product/buy-form.tsx";
import { PriceTable } from "#app/features/catalogue/product/price-table.tsx";
import { evaluateQuantity, readTypedQuantity } from "#app/features/catalogue/product/quantity.ts";
import type { FormErrors } from "#app/lib/form-action.ts";
import { AccountField } from "#app/ui/account-field.tsx";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Field, FormError, ReadOnlyField } from "#app/ui/field.tsx";
import { createGetFieldProps } from "#app/ui/form-fields.ts";
import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import { getMaxOrderQuantity, type Orderable, roundToCartons } from "#contract/order-rules.ts";
import { getUnitPriceCents } from "#contract/price-breaks.ts";
import { isOutOfStock } from "#contract/stock.ts";
import type { EarlierOrder } from "#worker/shop/orders/read.ts";
import type { Route } from "./+types/purchase.ts";
import { DeliveryFields } from "./delivery-fields.tsx";
import { nothingOrdered } from "./nothing-ordered.ts";

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

type Data = Route.ComponentProps["loaderData"];
type Props = { data: Data; errors: FormErrors | undefined };

function getInitialQuantity({ product, quantity, earlierOrder }: Data): number {
	const { minimum } = product;
	if (quantity !== null) return quantity;
	return earlierOrder ? Math.max(minimum, roundToCartons(product, earlierOrder.quantity)) : minimum;
}

export function PurchaseForm({ data, errors }: Props) {
	const { product, earlierOrder, delivery, customer, submitPath, idempotencyKey } = data;
	const { minimum, orderMultiple } = product;
	const maxQuantity = getMaxOrderQuantity(product);
	const getFieldProps = createGetFieldProps<"purchase">(errors);
	const initialQuantity = String(getInitialQuantity(data));
	const cartons = orderMultiple > 1 ? `, in cartons of ${formatInteger(orderMultiple)}` : "";
	const typedQuantity = readTypedQuantity(errors?.values.quantity ?? initialQuantity);
	const { totalCents, unitCents, suggestion } = evaluateQuantity(product, typedQuantity);
	const isSoldOut = isOutOfStock(product);
	if (isSoldOut && !data.isSubmitted) return <AnchorButton href="/">out of stock</AnchorButton>;
	return (
		<form
			method="post"
			action={submitPath}
			// Forms with different initial addresses have separate drafts.
			data-draft={["purchase", product.id, earlierOrder?.number].join(" ")}
			data-initial-quantity={initialQuantity}
			data-order
			// The browser would check the quantity against the stock that the page shows, even after a restock.
			data-schema={isSoldOut ? undefined : "purchase"}
			noValidate
			className="stack"
		>
			{isSoldOut && <Alert tone="error">{nothingOrdered.soldOut}</Alert>}
			<LivePrices product={product} />
			<AccountField />
			<input type="hidden" name="idempotencyKey" defaultValue={idempotencyKey} data-form-key />
			{/* Not refreshed: if the price changes while the form is open, the shop asks for confirmation again. */}
			<input type="hidden" name="shownCents" value={product.priceCents} />
			<input type="hidden" name="shownBreaks" value={JSON.stringify(product.priceBreaks)} />
			{earlierOrder && <EarlierOrderNote product={product} earlierOrder={earlierOrder} />}
			<Field
				label="Order quantity"
				hint={
					!isSoldOut && `From ${formatInteger(minimum)} to ${formatInteger(maxQuantity)}${cartons}`
				}
				type="number"
				inputMode="numeric"
				min={minimum}
				max={maxQuantity}
				step={orderMultiple}
				{...getFieldProps("quantity", initialQuantity)}
			/>
			<SuggestionButton suggestion={suggestion} className="-mt-3 justify-self-start" />
			<div data-live="price-table" className="empty:hidden">
				<PriceTable product={product} unitCents={unitCents} />
			</div>
			<DeliveryFields defaults={delivery} getFieldProps={getFieldProps} errors={errors} />
			<div className="grid gap-1">
				<ReadOnlyField label="Name" value={customer.name} />
				<ReadOnlyField label="Email" value={customer.email} />
			</div>
			<div className="grid gap-3 border-t border-base-300 pt-4">
				<p className="noscript:hidden flex items-baseline justify-between text-lg">
					Total{" "}
					<output className="num text-2xl font-semibold">
						{totalCents === null ? "–" : formatCents(totalCents)}
					</output>
				</p>
				<FormError errors={errors} />
				<Button type="submit" variant="primary">
					Confirm order
				</Button>
				<p className="text-sm text-muted">You'll pay on the next page.</p>
			</div>
		</form>
	);
}
