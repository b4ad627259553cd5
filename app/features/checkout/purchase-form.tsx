import { useDocumentForm } from "#app/client/document-form.tsx";
import { Price } from "#app/features/catalogue/price-and-stock.tsx";
import type { FormErrors } from "#app/lib/form-action.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Field, FormError, TextAreaField } from "#app/ui/field.tsx";
import { deliveryEntries } from "#contract/delivery.ts";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import { findBrokenRule, mostOrderable, type Orderable } from "#contract/order-rules.ts";
import { purchaseSchemaOf } from "#contract/schemas/orders.ts";
import { isOutOfStock } from "#contract/stock.ts";
import type { EarlierOrder } from "#worker/shop/orders/read.ts";
import type { Route } from "./+types/purchase.ts";

/** What is not as it was when this tool was ordered before. */
function EarlierOrderNote({ product, before }: { product: Orderable; before: EarlierOrder }) {
	const { quantity, priceCents } = product;
	if (isOutOfStock(product)) return null;
	return (
		<div className="mb-4">
			<Alert>
				<p>Copied from your earlier order. Edit anything you like.</p>
				{before.quantity > quantity && (
					<p>{`You ordered ${formatWhole(before.quantity)} before; only ${formatWhole(quantity)} are in stock.`}</p>
				)}
				{before.priceCents !== priceCents && (
					<p>{`The price has changed from ${formatCents(before.priceCents)} to ${formatCents(priceCents)} per piece.`}</p>
				)}
			</Alert>
		</div>
	);
}

/** Its key is outside of it, as React would write the server's key over one that was restored (app/client/form-key.ts). */
export const purchaseFormId = "purchase";

type Props = Pick<Route.ComponentProps["loaderData"], "before" | "buyer" | "sendTo"> & {
	product: Orderable;
	errors: FormErrors | undefined;
};

/** @param input the quantity as typed @returns cents, or null if that quantity cannot be ordered */
function totalOf(product: Orderable, input: string): number | null {
	const quantity = Number(input);
	const canOrder = Number.isSafeInteger(quantity) && findBrokenRule(product, quantity) === null;
	return canOrder ? product.priceCents * quantity : null;
}

/** The order form of one product; specification.md §2 and §5 "Purchase". */
export function PurchaseForm({ product, before, buyer, sendTo, errors }: Props) {
	const { minimum } = product;
	const most = mostOrderable(product);
	const { onSubmit, field, busy, formErrors, watch } = useDocumentForm(
		purchaseSchemaOf(product),
		errors,
	);
	const soldOut = isOutOfStock(product);
	const pieces = String(before ? Math.max(minimum, Math.min(before.quantity, most)) : minimum);
	const typed = watch("quantity") ?? errors?.values.quantity ?? pieces;
	const total = totalOf(product, String(typed));
	return (
		<div className="self-start rounded-md border border-base-300 p-6">
			{before && <EarlierOrderNote product={product} before={before} />}
			<form
				id={purchaseFormId}
				method="post"
				action={sendTo}
				noValidate
				onSubmit={onSubmit}
				className="stack"
			>
				<input type="hidden" name="shownCents" value={product.priceCents} />
				<fieldset disabled={soldOut} className="stack">
					<Field label="Name" readOnly value={buyer.name} />
					<Field label="Email" name="email" readOnly value={buyer.email} />
					<Field
						label="Order quantity"
						type="number"
						inputMode="numeric"
						min={minimum}
						max={most}
						{...field("quantity", pieces)}
					/>
					{deliveryEntries.map(([name, { label, hint, rows, type, autoComplete }]) => {
						const input = { label, hint, autoComplete, ...field(name, before?.[name]) };
						return rows ? (
							<TextAreaField key={name} rows={rows} {...input} />
						) : (
							<Field key={name} type={type} {...input} />
						);
					})}
				</fieldset>
				{soldOut ? (
					<AnchorButton href="/">out of stock</AnchorButton>
				) : (
					<>
						<p className="noscript:hidden flex items-baseline justify-between text-lg">
							Total <output>{total === null ? "–" : <Price cents={total} />}</output>
						</p>
						<FormError errors={formErrors} />
						<Button type="submit" look="primary" busy={busy}>
							Confirm order
						</Button>
					</>
				)}
			</form>
		</div>
	);
}
