import { type DeliveryInput, mapDeliveryFields } from "#contract/delivery.ts";
import { fieldError, type LineRejection, LinesRejectedError, ShopError } from "#contract/errors.ts";
import { checkoutLinesMax, orderTotalLimits } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import { computeTotalCents, findBrokenRule } from "#contract/order-rules.ts";
import { applyQuotedPrice, getUnitPriceCents } from "#contract/price-breaks.ts";
import type { Account } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { type AddressUse, findLabelError } from "../accounts/addresses.ts";
import { findProducts, type Product } from "../catalogue/read.ts";
import type { ShopContext } from "../context.ts";
import { findCurrentTransitionError } from "../quotes/conditions.ts";
import { type NewOrders, type OrderLine, tryToPlaceOrders } from "./place-lines.ts";
import { findUnpaidLimitError } from "./unpaid-limits.ts";

type Purchase = DeliveryInput & { idempotencyKey: string | null; addressUse?: AddressUse };

type OrderInput = Purchase & OrderLine;

type CheckoutInput = Purchase & { lines: OrderLine[]; removeFromBasket?: boolean };

type Rejection = { error: ShopError; values: LineRejection["values"] };

/** Returns the product with the line's quoted price; unchanged if the line is not from a quote. */
const applyLinePrice = (product: Product, { quotedCents }: NewOrders["lines"][number]): Product =>
	quotedCents === undefined ? product : applyQuotedPrice(product, quotedCents);

function findLineRejection(
	product: Product | undefined,
	{ quantity, shownCents }: OrderLine,
): Rejection | null {
	if (!product) return { error: new ShopError("product_not_found"), values: {} };
	const cents = getUnitPriceCents(product, quantity);
	// A customer who saw the list price also accepts a price break, which is lower.
	if (shownCents !== undefined && ![product.priceCents, cents].includes(shownCents)) {
		const values = { price: formatCents(cents) };
		return { error: new ShopError("price_changed", values), values };
	}
	const brokenRule = findBrokenRule(product, quantity);
	if (!brokenRule) return null;
	const { code, values } = brokenRule;
	return { error: new ShopError(code, values), values };
}

/** Returns why the orders were not placed; null if the reason no longer applies. */
async function findRejection(shop: ShopContext, userId: string, input: NewOrders) {
	const { lines, checkoutId, placedBy, quote, addressUse } = input;
	const quoteError = quote && (await findCurrentTransitionError(shop, quote, "accept"));
	if (quoteError) return quoteError;
	const labelError = await findLabelError(shop, userId, addressUse);
	if (labelError) return labelError;
	const products = await findProducts(shop, lines);
	const pricedProducts = new Map(
		lines.flatMap((line) => {
			const product = products.get(line.productId);
			return product ? [[line.productId, applyLinePrice(product, line)]] : [];
		}),
	);
	const rejectedLines = lines.flatMap((line) => {
		const rejection = findLineRejection(pricedProducts.get(line.productId), line);
		return rejection ? [{ productId: line.productId, ...rejection }] : [];
	});
	const [firstRejection] = rejectedLines;
	if (firstRejection && checkoutId === null) return firstRejection.error;
	if (firstRejection) {
		return new LinesRejectedError(
			rejectedLines.map(({ productId, error: { code, message }, values }) => ({
				productId,
				code,
				values,
				message,
			})),
		);
	}
	const cents = lines.reduce((sum, { productId, quantity }) => {
		const product = pricedProducts.get(productId);
		return sum + (product ? computeTotalCents(product, quantity) : 0);
	}, 0);
	if (cents > orderTotalLimits.max) {
		const [total, max] = [formatCents(cents), formatCents(orderTotalLimits.max)];
		return new ShopError("checkout_total_too_high", { total, max });
	}
	const isByStaff = placedBy !== undefined;
	return findUnpaidLimitError(shop, userId, { lineCount: lines.length, cents }, isByStaff);
}

/** A product may change between a failed attempt and `findRejection`. */
const maxAttempts = 3;

/**
 * Places all orders or none. Tries again if the reason for a rejection no longer applies. Does not apply a rate limit.
 * @throws ShopError as `placeOrders` does
 */
export async function placeWithRetries(shop: ShopContext, input: NewOrders) {
	const account = requireCapability(shop, "orders:place");
	for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
		const placedOrders = await tryToPlaceOrders(shop, account, input);
		if (placedOrders) return placedOrders;
		const reason = await findRejection(shop, account.id, input);
		if (reason) throw reason;
	}
	throw new ShopError("unavailable");
}

const toNewLines = (lines: OrderLine[]): NewOrders["lines"] =>
	lines.map(({ productId, quantity, shownCents }) => ({
		id: createId(),
		productId,
		quantity,
		shownCents,
	}));

/** Returns the ids of the orders, in the order of `lines`. */
function getOrderIds(
	lines: OrderLine[],
	placedOrders: { productId: string; id: string }[],
): string[] {
	const idByProduct = new Map(placedOrders.map(({ productId, id }) => [productId, id]));
	return lines.flatMap(({ productId }) => idByProduct.get(productId) ?? []);
}

const toDelivery = (input: DeliveryInput) => mapDeliveryFields((detail) => input[detail] ?? "");

/**
 * Places an order. Repeating an idempotency key returns the first order.
 * @returns the order's id, and when it was placed
 * @throws ShopError 400 if the order breaks a rule, or saves an address under a name that is taken; 401; 403 for admins; 404 for an unknown product; 409 if the key was used for a different
 * order, the price has changed or the account has too many unpaid orders; 429; 503 if the product changed during every attempt
 */
export async function placeOrderWithTime(
	shop: ShopContext,
	input: OrderInput,
): Promise<{ id: string; placedAt: Date }> {
	const { id: accountId } = requireCapability(shop, "orders:place");
	await enforceRateLimit(shop.env, "order", accountId);
	const [order] = await placeWithRetries(shop, {
		lines: toNewLines([input]),
		checkoutId: null,
		delivery: toDelivery(input),
		addressUse: input.addressUse ?? null,
		idempotencyKey: input.idempotencyKey,
	});
	if (!order) throw new ShopError("unavailable");
	return { id: order.id, placedAt: order.placedAt };
}

export const placeOrder = async (shop: ShopContext, input: OrderInput): Promise<string> =>
	(await placeOrderWithTime(shop, input)).id;

/** @throws ShopError 400 */
function requireValidLines(lines: OrderLine[]): void {
	const productIds = new Set(lines.map(({ productId }) => productId));
	if (lines.length === 0) throw fieldError("lines", "Add at least one tool");
	if (lines.length > checkoutLinesMax) {
		throw fieldError("lines", `Order at most ${checkoutLinesMax} different tools at a time`);
	}
	if (productIds.size < lines.length)
		throw fieldError("lines", "Each tool can be listed only once");
}

/**
 * Places orders for a customer, by the same rules as `placeOrders`. The caller must have checked that `placedBy` may place them.
 * @returns the ids of the orders, in the order of `lines`
 */
export async function placeOrdersAs(
	shop: ShopContext,
	customer: Account,
	placedBy: Account,
	input: CheckoutInput,
): Promise<string[]> {
	const { lines, idempotencyKey } = input;
	requireValidLines(lines);
	const placedOrders = await placeWithRetries(
		{ ...shop, account: customer },
		{
			lines: toNewLines(lines),
			checkoutId: lines.length > 1 ? createId() : null,
			delivery: toDelivery(input),
			addressUse: null,
			idempotencyKey,
			placedBy,
		},
	);
	return getOrderIds(lines, placedOrders);
}

/**
 * Places an order for each line, or none at all, in one transaction. Repeating an idempotency key returns the first orders.
 * @returns the ids of the orders, in the order of `lines`
 * @throws ShopError 400 if there are no lines, too many, or two with the same product; 401; 403 for admins; 409 as `LinesRejectedError` if any
 * line cannot be ordered; 409 if the key was used for different orders or the account has too many unpaid orders; 429; 503 as in `placeOrderWithTime`
 */
export async function placeOrders(shop: ShopContext, input: CheckoutInput) {
	const { id: accountId } = requireCapability(shop, "orders:place");
	await enforceRateLimit(shop.env, "checkout", accountId);
	const { lines, idempotencyKey } = input;
	requireValidLines(lines);
	const placedOrders = await placeWithRetries(shop, {
		lines: toNewLines(lines),
		checkoutId: createId(),
		delivery: toDelivery(input),
		addressUse: input.addressUse ?? null,
		idempotencyKey,
		removeFromBasket: input.removeFromBasket,
	});
	const [first] = placedOrders;
	if (!first?.checkoutId) throw new ShopError("unavailable");
	return {
		checkoutId: first.checkoutId,
		orderIds: getOrderIds(lines, placedOrders),
		placedAt: first.placedAt,
	};
}
