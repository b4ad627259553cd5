import { useNavigation } from "react-router";
import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import {
	type FormErrors,
	formAction,
	readForm,
	redirectWithMessage,
} from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { errorAt, Field, FormError, TextAreaField } from "#app/ui/field.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import { Page } from "#app/ui/page.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { refund_disputed } from "#contract/error-table/payments.ts";
import { textLength } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { awaitsShipment } from "#contract/order-states.ts";
import { parseInput } from "#contract/parse.ts";
import { refundFormSchema, restockSchema } from "#contract/schemas/refunds.ts";
import { orderNumber, orderPath, refundPath } from "#contract/shop.ts";
import { createId } from "#worker/auth/tokens.ts";
import { toShopError } from "#worker/shop/errors.ts";
import { throwFormError } from "#worker/shop/form-key.ts";
import { listOrderRefunds } from "#worker/shop/payments/order-refunds.ts";
import { getRefundable, planRefund, type Refundable } from "#worker/shop/payments/plan-refund.ts";
import { refundOrder } from "#worker/shop/payments/refund-order.ts";
import { isRestockable, restockOrder } from "#worker/shop/payments/restock-order.ts";
import type { Route } from "./+types/refund.ts";
import { ChooseRefund } from "./choose-refund.tsx";
import { OrderedTool } from "./ordered-tool.tsx";

export { revalidateAfterConflict as shouldRevalidate } from "#app/lib/revalidate-after-conflict.ts";

export const meta: Route.MetaFunction = ({ params, loaderData }) =>
	pageMeta(
		`${loaderData?.isRestocking ? "Restock" : "Refund"} order ${orderNumber(params.orderid)}`,
	);

/** Returns what the form would refund, or why that is impossible. */
function previewRefund(refundable: Refundable, values: Record<string, string>) {
	const input = parseInput(refundFormSchema, values);
	if (!input.success) {
		const message = input.issues[0]?.message ?? "";
		return { plan: null, errors: { message, issues: input.issues, values } };
	}
	try {
		return { plan: planRefund(refundable, input.output), errors: undefined };
	} catch (error) {
		const shopError = toShopError(error);
		if (!shopError) throw error;
		const { message, issues } = shopError;
		return { plan: null, errors: { message, issues, values } };
	}
}

/** The choices of the first step are in the URL, so that Reload and Back work even without JavaScript. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
	const refundable = await getRefundable(context.get(shopContext), params.orderid);
	const {
		order,
		img,
		remainingCents,
		piecesLeft,
		restockableCount,
		piecesRestockedByFailedRefunds,
		isDisputed,
	} = refundable;
	const values = Object.fromEntries(url.searchParams);
	const { plan, errors } = url.searchParams.has("scope")
		? previewRefund(refundable, values)
		: { plan: null, errors: undefined };
	const { id, state, productId, toolName, quantity, toolPriceCents, name, email } = order;
	return {
		order: { id, state, productId, toolName, quantity, toolPriceCents, name, email },
		img,
		remainingCents,
		piecesLeft,
		restockableCount,
		piecesRestockedByFailedRefunds,
		isDisputed,
		isRestocking: isRestockable(order, refundable),
		values,
		plan,
		errors,
		idempotencyKey: createId(),
	};
}

const keySchema = v.pipe(v.string(), v.maxLength(textLength.idempotencyKey));
const restockFormSchema = v.object({ ...restockSchema.entries, key: keySchema });
const confirmationSchema = v.object({
	key: keySchema,
	shownCents: v.pipe(v.string(), v.transform(Number), v.integer()),
	shownCancelsOrder: v.pipe(
		v.string(),
		v.transform((value) => value === "yes"),
	),
});

export const action = formAction(async (shop, form, { params, context }: Route.ActionArgs) => {
	const orderId = params.orderid ?? "";
	// A form of an earlier page has a used key, and the order has changed since.
	const throwChanged = throwFormError("refund_order_changed");
	if (form.get("task") === "restock") {
		const { pieces, key } = readForm(form, restockFormSchema);
		await restockOrder(shop, orderId, { pieces, idempotencyKey: key }).catch(throwChanged);
		const text = `${formatCount(pieces, "piece")} put back into stock`;
		return redirectWithMessage(context, orderPath(orderId), text);
	}
	const { key, ...shown } = readForm(form, confirmationSchema);
	const input = { ...readForm(form, refundFormSchema), idempotencyKey: key, ...shown };
	const request = await refundOrder(shop, orderId, input).catch(throwChanged);
	const amount = formatCents(request.amountCents);
	const refunds = await listOrderRefunds(shop, orderId);
	const texts: Partial<Record<string, string>> = {
		waiting: `The refund of ${amount} is saved. Stripe is not responding right now, so the shop will retry automatically.`,
		succeeded: `${amount} refunded`,
		failed: `The refund of ${amount} has failed.`,
		canceled: `The refund of ${amount} was canceled in Stripe.`,
	};
	const { status = "" } = refunds.find(({ id }) => id === request.id) ?? {};
	const text = texts[status] ?? `The refund of ${amount} is pending in Stripe.`;
	return redirectWithMessage(context, orderPath(orderId), text);
});

type Data = Route.ComponentProps["loaderData"];

/** The reasons after which pieces usually can't be sold again. */
const unsellableReasons = ["damaged", "not_received", "out_of_stock"];

function ConfirmRefund({
	data: { order, values, plan, idempotencyKey },
	errors,
}: {
	data: Data & { plan: NonNullable<Data["plan"]> };
	errors: FormErrors | undefined;
}) {
	const busy = useNavigation().state !== "idle";
	const amount = formatCents(plan.amountCents);
	const { scope = "", pieces = "", amount: typedAmount = "", restock = "", reason = "" } = values;
	const hiddenFields = { scope, pieces, amount: typedAmount, restock, reason };
	return (
		<PostForm className="stack">
			<p className="num text-4xl font-semibold">{amount}</p>
			<ul className="grid list-disc gap-1 ps-5">
				<li>Goes back to the payment method that {order.name} used, and cannot be undone</li>
				{plan.cancelsOrder && <li>The order is canceled and can't be shipped</li>}
				{plan.pieces > 0 && <li>For {formatCount(plan.pieces, "piece")}</li>}
				<li>
					{plan.restocked > 0
						? `${formatCount(plan.restocked, "piece")} back into stock`
						: "Nothing goes back into stock"}
					{plan.restocked > 0 && unsellableReasons.includes(reason) && (
						<strong className="text-error">
							{" "}
							– restock only pieces that are back on the shelf and can be sold
						</strong>
					)}
				</li>
				<li>{order.email ? `${order.email} gets an email` : "The customer gets no email"}</li>
			</ul>
			<HiddenFields
				fields={Object.entries({
					...hiddenFields,
					key: idempotencyKey,
					shownCents: plan.amountCents,
					shownCancelsOrder: plan.cancelsOrder ? "yes" : "",
				})}
			/>
			<TextAreaField
				label="Note for the team (optional)"
				name="note"
				maxLength={textLength.note}
				defaultValue={errors?.values.note}
				error={errorAt(errors, "note")}
			/>
			{errors && <FormError errors={{ ...errors, issues: [] }} />}
			<div className="flex flex-wrap gap-3">
				<Button type="submit" variant="danger" busy={busy}>
					{plan.cancelsOrder ? `Cancel and refund ${amount}` : `Refund ${amount}`}
				</Button>
				<RouterLinkButton to={`${refundPath(order.id)}?${new URLSearchParams(hiddenFields)}&edit`}>
					Change
				</RouterLinkButton>
			</div>
		</PostForm>
	);
}

/** For an order that was fully refunded or lost in a dispute, and whose pieces have not all been restocked. */
function Restock({ data, errors }: { data: Data; errors: FormErrors | undefined }) {
	const busy = useNavigation().state !== "idle";
	return (
		<PostForm className="stack" noValidate>
			<p>
				Nothing is left to refund. {formatCount(data.restockableCount, "piece")}{" "}
				{data.restockableCount === 1 ? "is" : "are"} not back in stock.
				{awaitsShipment(data.order.state) && " Putting any back cancels the order."}
			</p>
			<input type="hidden" name="task" value="restock" />
			<input type="hidden" name="key" value={data.idempotencyKey} />
			<Field
				label="Pieces to put back into stock"
				name="pieces"
				inputMode="numeric"
				autoComplete="off"
				defaultValue={errors?.values.pieces ?? String(data.restockableCount)}
				error={errorAt(errors, "pieces")}
			/>
			<FormError errors={errors} />
			<Button type="submit" variant="primary" busy={busy}>
				Put back into stock
			</Button>
		</PostForm>
	);
}

export default function RefundPage({ loaderData, actionData }: Route.ComponentProps) {
	const { order, img, remainingCents, isDisputed, isRestocking, plan, values } = loaderData;
	const isConfirming = plan !== null && values.edit === undefined;
	const titleStart = isRestocking ? "Restock" : isConfirming ? "Confirm refund of" : "Refund";
	return (
		<Page
			title={`${titleStart} order ${orderNumber(order.id)}`}
			width="form"
			inDashboard
			back={{ to: orderPath(order.id), label: "Back to order" }}
		>
			<OrderedTool order={order} img={img} />
			{isRestocking ? (
				<Restock data={loaderData} errors={actionData} />
			) : remainingCents <= 0 ? (
				<Alert>Nothing is left to refund.</Alert>
			) : isDisputed ? (
				<Alert tone="error">{refund_disputed.message}</Alert>
			) : isConfirming ? (
				<ConfirmRefund data={{ ...loaderData, plan }} errors={actionData} />
			) : (
				<ChooseRefund {...loaderData} />
			)}
		</Page>
	);
}
