import { and, eq, gt } from "drizzle-orm";
import { type PlainErrorCode, ShopError } from "#contract/errors.ts";
import {
	canTransitionQuote,
	type QuoteState,
	type QuoteTransition,
} from "#contract/quote-states.ts";
import { quotes } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { getQuoteState } from "./read.ts";

/** A quote and the revision of its offer that the user saw. If the offer has changed since, it cannot be accepted, declined, or replaced. */
export type SeenQuote = { id: string; revision: number };

/** Matches the quote while the customer can accept or decline the offer that they saw. */
export const isOpenOffer = ({ id, revision }: SeenQuote, userId: string, now: Date) =>
	and(
		eq(quotes.id, id),
		eq(quotes.userId, userId),
		eq(quotes.state, "answered"),
		eq(quotes.revision, revision),
		gt(quotes.expiresAt, now),
	);

const errorByState: Record<QuoteState, PlainErrorCode> = {
	new: "quote_not_ready",
	answered: "quote_changed",
	accepted: "quote_accepted",
	declined: "quote_declined",
	withdrawn: "quote_withdrawn",
	expired: "quote_expired",
};

/**
 * @param isCurrent - whether the user saw the latest revision
 * @returns the error to throw; null if the transition is possible
 */
export function findTransitionError(
	state: QuoteState,
	transition: QuoteTransition,
	isCurrent: boolean,
): ShopError | null {
	if (!canTransitionQuote(state, transition)) return new ShopError(errorByState[state]);
	return isCurrent ? null : new ShopError("quote_changed");
}

/** Like `findTransitionError`, but reads the quote again, because it may have changed. */
export async function findCurrentTransitionError(
	{ db }: Pick<ShopContext, "db">,
	{ id, revision }: SeenQuote,
	transition: QuoteTransition,
): Promise<ShopError | null> {
	const quote = await db
		.select({
			state: quotes.state,
			expiresAt: quotes.expiresAt,
			revision: quotes.revision,
		})
		.from(quotes)
		.where(eq(quotes.id, id))
		.get();
	if (!quote) return new ShopError("quote_not_found");
	return findTransitionError(getQuoteState(quote), transition, quote.revision === revision);
}
