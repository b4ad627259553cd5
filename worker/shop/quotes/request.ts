import { and, eq, exists, or, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { openQuotesMax } from "#contract/limits.ts";
import type { QuoteRequest } from "#contract/schemas/quotes.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { quotes, users } from "#worker/db/schema.ts";
import {
	isBelowDailyLimit,
	queueContactEmail,
	sendContactEmailAfterResponse,
} from "../contact/outbox.ts";
import type { ShopContext } from "../context.ts";
import { hashSubmission } from "../form-key.ts";
import { write } from "../write.ts";

/**
 * Stores a request for staff and emails it to the shop. Repeating it with the same key and content returns the stored request.
 * @returns the request's ID
 * @throws ShopError 401 or 429; 403 for staff; 409 if the account has too many unanswered requests
 */
export async function requestQuote(
	shop: ShopContext,
	{ formKey, ...request }: QuoteRequest & { formKey: string | null },
): Promise<string> {
	const { id: userId } = requireCapability(shop, "orders:place");
	await enforceRateLimit(shop.env, "quote", userId);
	const { db } = shop;
	const id = createId();
	const isUnanswered = and(eq(quotes.userId, userId), eq(quotes.state, "new"));
	const max = sql<number>`case when ${users.emailVerifiedAt} is null then ${openQuotesMax.unverified} else ${openQuotesMax.verified} end`;
	const canRequest = and(
		eq(users.id, userId),
		sql`(select count(*) from ${quotes} where ${isUnanswered}) < ${max}`,
	);
	const key = formKey && (await hashSubmission(formKey, request));
	const row = { ...request, id, userId, formKey: key, createdAt: new Date() };
	const hasKey = key === null ? undefined : and(eq(quotes.userId, userId), eq(quotes.formKey, key));
	const isStored = exists(db.select({ id: quotes.id }).from(quotes).where(eq(quotes.id, id)));
	const storedRequest = await write(shop, {
		statements: [
			insertSelect(db, quotes, row, users, canRequest).onConflictDoNothing(),
			queueContactEmail(db, "quote", id, and(isStored, isBelowDailyLimit(db, "quote"))),
		],
		confirmWrite: db
			.select({ id: quotes.id })
			.from(quotes)
			.where(or(eq(quotes.id, id), hasKey)),
	});
	if (storedRequest) {
		sendContactEmailAfterResponse(shop, "quote", storedRequest.id);
		return storedRequest.id;
	}
	const user = await db.select({ max }).from(users).where(eq(users.id, userId)).get();
	if (!user) throw new ShopError("unauthenticated");
	throw new ShopError("too_many_quotes", { max: user.max });
}
