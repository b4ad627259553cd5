import type { Capability } from "./roles.ts";

/** The states of a quote. The database derives them (worker/db/schema/quotes.ts), except `expired`: an answered one whose validity has ended. */
export const quoteStates = {
	new: {
		label: "Requested",
		customerText: "We are preparing your quote, and email you when it is ready.",
	},
	answered: { label: "Answered", customerText: "Your quote is ready." },
	accepted: { label: "Accepted", customerText: "You have accepted this quote." },
	declined: { label: "Declined", customerText: "You have declined this quote." },
	withdrawn: { label: "Withdrawn", customerText: "We have withdrawn this quote." },
	expired: { label: "Expired", customerText: "This quote is no longer valid." },
} as const;

export type QuoteState = keyof typeof quoteStates;
export type StoredQuoteState = Exclude<QuoteState, "expired">;

export const quoteStateNames = Object.keys(quoteStates) as QuoteState[];
export const storedQuoteStates = quoteStateNames.filter(
	(state): state is StoredQuoteState => state !== "expired",
);

export const quoteStateLabels = Object.fromEntries(
	quoteStateNames.map((state) => [state, quoteStates[state].label]),
) as Record<QuoteState, string>;

type QuoteTransition = { from: readonly QuoteState[]; capability: Capability };

/** Who moves a quote, and from which states. */
export const quoteTransitions = {
	answer: {
		from: ["new", "answered", "declined", "withdrawn", "expired"],
		capability: "quotes:answer",
	},
	withdraw: { from: ["new", "answered", "expired"], capability: "quotes:answer" },
	accept: { from: ["answered"], capability: "orders:place" },
	decline: { from: ["answered"], capability: "orders:place" },
} as const satisfies Record<string, QuoteTransition>;

export type QuoteMove = keyof typeof quoteTransitions;

export const canMoveQuote = (state: QuoteState, move: QuoteMove): boolean => {
	const { from }: QuoteTransition = quoteTransitions[move];
	return from.includes(state);
};
