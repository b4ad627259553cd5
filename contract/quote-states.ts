/**
 * The states of a quote, which is a request that staff answer with an offer. The database derives all of them (worker/db/schema/quotes.ts)
 * except `expired`: an answered quote whose offer is no longer valid.
 */
export const quoteStates = {
	new: { label: "Requested", customerText: "We are preparing your quote." },
	answered: { label: "Answered", customerText: "Your quote is ready." },
	accepted: { label: "Accepted", customerText: "You have accepted this quote." },
	declined: { label: "Declined", customerText: "You have declined this quote." },
	withdrawn: { label: "Withdrawn", customerText: "We have withdrawn this quote." },
	expired: { label: "Expired", customerText: "This quote is no longer valid." },
} as const;

export type QuoteState = keyof typeof quoteStates;
export type StoredQuoteState = Exclude<QuoteState, "expired">;

export const quoteStateNames = Object.keys(quoteStates) as QuoteState[];
export const quoteStateLabels = Object.fromEntries(
	quoteStateNames.map((state) => [state, quoteStates[state].label]),
) as Record<QuoteState, string>;

/** The states from which each transition starts. Staff answer and withdraw, the customer accepts and declines. */
const statesBefore = {
	answer: ["new", "answered", "declined", "withdrawn", "expired"],
	withdraw: ["new", "answered", "expired"],
	accept: ["answered"],
	decline: ["answered"],
} as const satisfies Record<string, readonly QuoteState[]>;

export type QuoteTransition = keyof typeof statesBefore;

export function canTransitionQuote(state: QuoteState, transition: QuoteTransition): boolean {
	const from: readonly QuoteState[] = statesBefore[transition];
	return from.includes(state);
}
