import { and, eq, exists, inArray, isNull, sql } from "drizzle-orm";
import { fieldError, ShopError, ValidationError } from "#contract/errors.ts";
import { orderTotalLimits, quantityMax } from "#contract/limits.ts";
import { invalid } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { findBrokenRule } from "#contract/order-rules.ts";
import { applyQuotedPrice } from "#contract/price-breaks.ts";
import type { QuoteOffer } from "#contract/schemas/quotes.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { products, quoteEmails, quoteLines, quotes } from "#worker/db/schema.ts";
import { createAuditEntry } from "../audit.ts";
import { findProducts } from "../catalogue/read.ts";
import type { ShopContext } from "../context.ts";
import { write, writeAudited } from "../write.ts";
import { findCurrentTransitionError, findTransitionError, isOpenOffer } from "./conditions.ts";
import { sendQuoteEmailAfterResponse } from "./email.ts";
import { requireOwnQuote, requireQuote } from "./read.ts";

type Line = { productId: string; quantity: number; unitPriceCents: number };

const getTotalCents = (lines: readonly Line[]) =>
	lines.reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0);

/**
 * A quote changes only the price. The rules for the minimum order and cartons still apply, because the warehouse packs according to them.
 * The stock is checked only when the customer accepts the quote.
 * @throws ShopError 400 with the lines that cannot be ordered
 */
async function requireOrderableLines(shop: ShopContext, lines: Line[]): Promise<void> {
	const productById = await findProducts(shop, lines);
	const listedIds = new Set<string>();
	const issues = lines.flatMap(({ productId, quantity, unitPriceCents }, index) => {
		const field = `lines.${index}.quantity`;
		const product = productById.get(productId);
		if (!product) return [{ field: `lines.${index}.toolId`, message: invalid.quoteLine }];
		if (listedIds.has(productId)) return [{ field, message: "Each tool can be listed only once" }];
		listedIds.add(productId);
		const quotedProduct = applyQuotedPrice(product, unitPriceCents);
		const productWithEnoughStock = { ...quotedProduct, quantity: quantityMax };
		const brokenRule = findBrokenRule(productWithEnoughStock, quantity);
		return brokenRule ? [{ field, message: brokenRule.message }] : [];
	});
	if (issues.length > 0) throw new ValidationError(issues);
	const totalCents = getTotalCents(lines);
	if (totalCents > orderTotalLimits.max) {
		const max = formatCents(orderTotalLimits.max);
		throw fieldError("lines", `The total is ${formatCents(totalCents)}. The maximum is ${max}.`);
	}
}

/**
 * Offers prices for a request, or replaces an offer that was not accepted. The customer gets an email.
 * @throws ShopError 400, 401, 403 or 404; 409 if the offer was accepted, or replaced since the form was opened
 */
export async function sendOffer(shop: ShopContext, id: string, offer: QuoteOffer): Promise<void> {
	const account = requireCapability(shop, "quotes:answer");
	const { db } = shop;
	const { note, expiresAt } = offer;
	const lines = offer.lines.map(({ toolId, quantity, price }) => ({
		productId: toolId,
		quantity,
		unitPriceCents: price,
	}));
	const quote = await requireQuote(shop, id);
	const { revision = quote.revision } = offer;
	const error = findTransitionError(quote.state, "answer", quote.revision === revision);
	if (error) throw error;
	await requireOrderableLines(shop, lines);
	const productIds = JSON.stringify(lines.map(({ productId }) => productId));
	const isPublished = and(
		sql`${products.id} in (select value from json_each(${productIds}))`,
		isNull(products.deletedAt),
	);
	const isAnswerable = and(
		eq(quotes.id, id),
		eq(quotes.revision, revision),
		isNull(quotes.acceptedAt),
		sql`(select count(*) from ${products} where ${isPublished}) = ${lines.length}`,
	);
	const answerableQuote = db.select({ id: quotes.id }).from(quotes).where(isAnswerable);
	const now = new Date();
	const line = {
		quoteId: id,
		productId: sql`item.value ->> 'productId'`,
		position: sql`item.key`,
		quantity: sql`item.value ->> 'quantity'`,
		unitPriceCents: sql`item.value ->> 'unitPriceCents'`,
	};
	const unsentEmail = { createdAt: now, nextTryAt: now, tries: 0, sentAt: null, failure: null };
	const audit = createAuditEntry(account, {
		action: "quote-answered",
		where: isAnswerable,
		detail: sql`${`${formatCount(lines.length, "tool")}, ${formatCents(getTotalCents(lines))}`}`,
	});
	const entry = await writeAudited(shop, {
		audit,
		statements: [
			db.delete(quoteLines).where(and(eq(quoteLines.quoteId, id), exists(answerableQuote))),
			insertSelect(
				db,
				quoteLines,
				line,
				sql`json_each(${JSON.stringify(lines)}) as item`,
				exists(answerableQuote),
			),
			insertSelect(
				db,
				quoteEmails,
				{ quoteId: quotes.id, ...unsentEmail },
				quotes,
				isAnswerable,
			).onConflictDoUpdate({ target: quoteEmails.quoteId, set: unsentEmail }),
			db
				.update(quotes)
				.set({
					note,
					expiresAt,
					answeredAt: now,
					declinedAt: null,
					withdrawnAt: null,
					revision: revision + 1,
				})
				.where(isAnswerable),
		],
	});
	if (entry) return sendQuoteEmailAfterResponse(shop, id);
	throw (
		(await findCurrentTransitionError(shop, { id, revision }, "answer")) ??
		new ShopError("product_not_found")
	);
}

/**
 * Withdraws an offer that was not accepted, or closes a request. Idempotent.
 * @throws ShopError 401, 403, 404, 409
 */
export async function withdrawQuote(shop: ShopContext, id: string): Promise<void> {
	const account = requireCapability(shop, "quotes:answer");
	const { db } = shop;
	const where = and(eq(quotes.id, id), inArray(quotes.state, ["new", "answered"]));
	const audit = createAuditEntry(account, { action: "quote-withdrawn", where });
	const entry = await writeAudited(shop, {
		audit,
		statements: [
			// With a new revision, a colleague who is editing the offer gets a conflict. A request without an offer keeps revision 0.
			db
				.update(quotes)
				.set({
					withdrawnAt: new Date(),
					revision: sql`${quotes.revision} + (${quotes.answeredAt} is not null)`,
				})
				.where(where),
		],
	});
	if (entry) return;
	const { state } = await requireQuote(shop, id);
	if (state === "withdrawn") return;
	throw findTransitionError(state, "withdraw", true) ?? new ShopError("quote_changed");
}

/**
 * Declines an offer. Idempotent.
 * @throws ShopError 401, 404 or 409; 403 for staff and for another account's quote
 */
export async function declineQuote(shop: ShopContext, id: string): Promise<void> {
	const { id: userId } = requireCapability(shop, "orders:place");
	const { db } = shop;
	const { state, revision } = await requireOwnQuote(shop, id);
	if (state === "declined") return;
	const error = findTransitionError(state, "decline", true);
	if (error) throw error;
	const seenQuote = { id, revision };
	const now = new Date();
	const isDeclined = and(eq(quotes.id, id), eq(quotes.state, "declined"));
	const declinedQuote = await write(shop, {
		statements: [
			db
				.update(quotes)
				.set({ declinedAt: now })
				.where(isOpenOffer(seenQuote, userId, now)),
		],
		confirmWrite: db.select({ id: quotes.id }).from(quotes).where(isDeclined),
	});
	if (!declinedQuote)
		throw (
			(await findCurrentTransitionError(shop, seenQuote, "decline")) ??
			new ShopError("quote_changed")
		);
}
