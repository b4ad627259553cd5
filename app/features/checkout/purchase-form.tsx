import { useMemo } from "react";
import { Form } from "react-router";
import { Price } from "#app/features/catalogue/price.tsx";
import type { Refused } from "#app/lib/answer.ts";
import { useCheckedForm } from "#app/lib/use-checked-form.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Field, TextAreaField } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { purchaseSchemaOf } from "#contract/schemas/orders.ts";
import { isOutOfStock } from "#contract/stock.ts";
import type { OrderBefore } from "#worker/shop/orders/again.ts";
import { useFormKey } from "./form-key.ts";
import { OrderBeforeNote, piecesAgain } from "./order-before.tsx";

type Props = {
	/** Price in cents, quantity in stock and minimum in pieces. */
	product: { priceCents: number; quantity: number; minimum: number };
	/** The order that this one repeats; null for a new one. */
	before: OrderBefore | null;
	buyer: { name: string; email: string };
	idempotencyKey: string;
	refused: Refused | undefined;
};

/** @param typed pieces as typed @returns cents, or null when that many can not be ordered */
function totalOf({ priceCents, quantity, minimum }: Props["product"], typed: string) {
	const pieces = Number(typed);
	const can = Number.isSafeInteger(pieces) && pieces >= minimum && pieces <= quantity;
	return can ? priceCents * pieces : null;
}

/** The order form of one product; specification.md §2 and §5 "Purchase". */
export function PurchaseForm({ product, before, buyer, idempotencyKey, refused }: Props) {
	const { quantity, minimum } = product;
	const schema = useMemo(() => purchaseSchemaOf({ quantity, minimum }), [quantity, minimum]);
	const { onSubmit, field, busy, problem, watch } = useCheckedForm(schema, refused);
	const { key, keep } = useFormKey(idempotencyKey);
	const soldOut = isOutOfStock(product);
	const pieces = piecesAgain(product, before);
	const prefilled = refused?.typed.quantity ?? String(pieces);
	const total = totalOf(product, String(watch("quantity") ?? prefilled));
	const send = (event: Parameters<typeof onSubmit>[0]) => {
		keep();
		return onSubmit(event);
	};
	return (
		<Card className="self-start">
			{before && <OrderBeforeNote product={product} before={before} />}
			<Form method="post" noValidate onSubmit={send} className="stack">
				<input type="hidden" name="idempotencyKey" value={key} />
				<input type="hidden" name="shownCents" value={product.priceCents} />
				<fieldset disabled={soldOut} className="stack">
					<Field label="Name" readOnly value={buyer.name} />
					<Field label="Email" name="email" readOnly value={buyer.email} />
					<Field
						label="Order quantity"
						type="number"
						inputMode="numeric"
						min={minimum}
						max={quantity}
						{...field("quantity", String(pieces))}
					/>
					<TextAreaField
						label="Location"
						hint="Street, town and country the pieces go to"
						autoComplete="street-address"
						rows={3}
						{...field("location", before?.location)}
					/>
					<Field label="Phone" type="tel" autoComplete="tel" {...field("phone", before?.phone)} />
				</fieldset>
				{soldOut ? (
					<LinkButton to="/">out of stock</LinkButton>
				) : (
					<>
						<p className="needs-script flex items-baseline justify-between text-lg">
							Total <output>{total === null ? "–" : <Price cents={total} />}</output>
						</p>
						<FormError refused={problem} />
						<Button type="submit" look="primary" busy={busy}>
							Confirm order
						</Button>
					</>
				)}
			</Form>
		</Card>
	);
}
