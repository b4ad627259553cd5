import { redirect } from "react-router";
import * as v from "valibot";
import { ToolPicture } from "#app/features/catalogue/tool-picture.tsx";
import { loadDeliveryDefaults } from "#app/features/checkout/delivery-defaults.ts";
import { nothingOrdered } from "#app/features/checkout/nothing-ordered.ts";
import { redirectToPayment } from "#app/features/checkout/redirect-to-payment.ts";
import { cookiesContext, shopContext } from "#app/lib/context.ts";
import { formAction, readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Alert } from "#app/ui/feedback.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { Page, Section } from "#app/ui/page.tsx";
import { formatBasketItems, type PricedBasketItem, parseBasket } from "#contract/basket.ts";
import { ShopError } from "#contract/errors.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount, formatInteger } from "#contract/numbers.ts";
import { chooseDeliveryFields } from "#contract/schemas/addresses.ts";
import { idempotencyKeySchema } from "#contract/schemas/idempotency-key.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { readDelivery } from "#worker/shop/accounts/addresses.ts";
import { orderBasket, reviewBasket } from "#worker/shop/basket/checkout.ts";
import { listBasketLines } from "#worker/shop/basket/lines.ts";
import { type BasketLine, findBasketProblem, readBasket } from "#worker/shop/basket/view.ts";
import { setBasketCount } from "#worker/shop/basket/visitor.ts";
import type { Route } from "./+types/checkout.ts";
import { CheckoutForm } from "./checkout-form.tsx";
import { EmptyBasket, StaffBasketNotice } from "./empty-basket.tsx";
import { WaitingToolsAlert } from "./waiting-tools-alert.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Checkout");

/** Returns what can be ordered, at the quantities and prices that the page shows. */
const listOrderableItems = (lines: readonly BasketLine[]): PricedBasketItem[] =>
	lines.flatMap(({ productId, orderableQuantity, orderableCents }) =>
		orderableQuantity === null || orderableCents === null
			? []
			: [{ productId, quantity: orderableQuantity, priceCents: orderableCents }],
	);

/**
 * `review` is null if the basket is empty. If nothing in it can be ordered, redirects to the basket, unless the form was submitted
 * (`?confirm=`), because what the customer typed would be lost.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const account = requireAccount(shop);
	// Also moves the visitor's basket into the account's, if signing in did not.
	const cookies = context.get(cookiesContext);
	const storedBasket = await readBasket(shop, cookies);
	if (!storedBasket) return { isStaff: true, review: null };
	const [basket, delivery] = await Promise.all([reviewBasket(shop), loadDeliveryDefaults(shop)]);
	const items = listOrderableItems(basket.lines);
	if (basket.lines.length === 0) return { isStaff: false, review: null };
	const problem = items.length === 0 ? findBasketProblem(basket) : null;
	if (problem && !url.searchParams.has("confirm")) {
		cookies.flash({ kind: "error", text: problem });
		throw redirect("/basket");
	}
	const review = {
		problem,
		waitingCount: storedBasket.waitingCount,
		lines: basket.lines,
		key: basket.key,
		itemsText: formatBasketItems(items),
		totalCents: items.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0),
		delivery,
		customer: { name: account.name, email: account.email },
	};
	return { isStaff: false, review };
}

const formEntries = {
	key: idempotencyKeySchema,
	lines: v.pipe(
		v.string(),
		v.transform((text) => parseBasket(text, Number.POSITIVE_INFINITY)),
	),
};

export const action = formAction(async (shop, form, { context }) => {
	const values = Object.fromEntries(form);
	const { key, lines, ...delivery } = readForm(
		form,
		v.object({ ...formEntries, ...chooseDeliveryFields(values) }),
	);
	// The page showed nothing to order.
	if (lines.length === 0) throw new ShopError("basket_changed");
	const placedOrders = await orderBasket(shop, {
		...(await readDelivery(shop, delivery, form)),
		key,
		lines: lines.map(({ priceCents, ...line }) => ({ ...line, shownCents: priceCents })),
	});
	setBasketCount(context.get(cookiesContext), (await listBasketLines(shop)).length);
	return redirectToPayment(context, placedOrders);
});

type LineProps = { line: BasketLine; shownItem: PricedBasketItem | undefined };

/** Shows how the line differs from what the customer chose, or from what the page showed before the form was submitted. */
function LineChanges({ line, shownItem }: LineProps) {
	const { quantity, problem, orderableQuantity, orderableCents, previousUnitCents, unitCents } =
		line;
	if (orderableQuantity === null || orderableCents === null) {
		return (
			<p className="text-sm font-semibold text-error">{problem} It's left out of this order.</p>
		);
	}
	// If the quantity changes, another price break may apply.
	const previousCents = shownItem ? shownItem.priceCents : (previousUnitCents ?? unitCents);
	return (
		<>
			{problem !== null && (
				<p className="text-sm font-semibold text-accent">
					{problem} You'll get {formatInteger(orderableQuantity)} instead of{" "}
					{formatInteger(quantity)}.
				</p>
			)}
			{previousCents !== null && previousCents !== orderableCents && (
				<p className="num text-sm font-semibold text-accent">
					The price has changed from {formatCents(previousCents)} to {formatCents(orderableCents)}{" "}
					per piece.
				</p>
			)}
		</>
	);
}

function ReviewLine({ line, shownItem }: LineProps) {
	const { name, partNumber, img, orderableQuantity, orderableCents } = line;
	return (
		<li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-base-300 py-3">
			<ToolPicture img={img} width={48} />
			<div className="grid gap-0.5">
				<p className="font-semibold">{keepUnitsTogether(name)}</p>
				{partNumber && <p className="num text-sm text-muted">Part number {partNumber}</p>}
				{orderableQuantity !== null && orderableCents !== null && (
					<p className="num text-sm text-muted">
						{formatCount(orderableQuantity, "piece")} × {formatCents(orderableCents)}
					</p>
				)}
				<LineChanges line={line} shownItem={shownItem} />
			</div>
			<p className="num text-end font-semibold">
				{orderableQuantity !== null && orderableCents !== null
					? formatCents(orderableQuantity * orderableCents)
					: "–"}
			</p>
		</li>
	);
}

/** The errors after which the customer must review the lines again. */
const lineErrorCodes = new Set(["lines_rejected", "basket_changed"]);

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
	const { isStaff, review } = loaderData;
	if (!review) {
		return (
			<Page title="Checkout" width="text">
				{actionData && <Alert tone="error">{nothingOrdered.basket("")}</Alert>}
				{isStaff ? <StaffBasketNotice /> : <EmptyBasket isSignedIn />}
			</Page>
		);
	}
	const { problem, waitingCount, lines, key, itemsText, totalCents, delivery, customer } = review;
	const shownItems = parseBasket(actionData?.values.lines, Number.POSITIVE_INFINITY);
	const findShownItem = ({ productId }: BasketLine) =>
		shownItems.find((item) => item.productId === productId);
	const hasChanged = (line: BasketLine) => {
		const previousCents =
			findShownItem(line)?.priceCents ?? line.previousUnitCents ?? line.orderableCents;
		return line.problem !== null || previousCents !== line.orderableCents;
	};
	const isErrorExplained = problem !== null || lineErrorCodes.has(actionData?.code ?? "");
	const message = problem === null ? actionData?.message : nothingOrdered.basket(problem);
	return (
		<Page title="Checkout" back={{ to: "/basket", label: "Basket" }}>
			{isErrorExplained && (
				// biome-ignore lint/a11y/noAutofocus: otherwise focus would be at the top of the new page, far from the message
				<div tabIndex={-1} autoFocus className="outline-none">
					<Alert tone="error">{message}</Alert>
				</div>
			)}
			<WaitingToolsAlert count={waitingCount} />
			<div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)] lg:items-start">
				<Section
					id="review"
					title={`Your order: ${formatCount(lines.length, "tool")}`}
					className="grid gap-3 lg:order-2"
				>
					<ul className="border-t border-base-300">
						{lines.map((line) => (
							<ReviewLine key={line.productId} line={line} shownItem={findShownItem(line)} />
						))}
					</ul>
				</Section>
				<CheckoutForm
					basketKey={key}
					itemsText={itemsText}
					totalCents={totalCents}
					hasChanges={problem === null && lines.some(hasChanged)}
					delivery={delivery}
					customer={customer}
					errors={actionData}
					isErrorExplained={isErrorExplained}
				/>
			</div>
		</Page>
	);
}
