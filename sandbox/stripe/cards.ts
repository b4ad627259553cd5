/** What a bank says to a card: yes, no and why, or nothing until told (`POST …/intents/{id}/settle`). */
export type Verdict =
	| { kind: "approve" }
	| { kind: "decline"; code: string; declineCode?: string; message: string }
	| { kind: "wait" };

/** A test card. The names after `pm_` work as payment methods, as Stripe's own do. */
export interface TestCard {
	number: string;
	alias: string;
	does: string;
	challenge: boolean;
	verdict: Verdict;
}

const approve: Verdict = { kind: "approve" };
const declined = "Your card was declined.";

function decline(code: string, message: string, declineCode?: string): Verdict {
	return { kind: "decline", code, message, ...(declineCode === undefined ? {} : { declineCode }) };
}

function card(number: string, alias: string, does: string, verdict: Verdict, challenge = false) {
	return { number, alias, does, challenge, verdict };
}

/** Stripe's test cards (docs.stripe.com/testing), and one of our own that stays in `processing`. */
export const testCards: TestCard[] = [
	card("4242424242424242", "pm_card_visa", "succeeds", approve),
	card("5555555555554444", "pm_card_mastercard", "succeeds (Mastercard)", approve),
	card("378282246310005", "pm_card_amex", "succeeds (American Express)", approve),
	card(
		"4000000000000002",
		"pm_card_visa_chargeDeclined",
		"is declined",
		decline("card_declined", declined, "generic_decline"),
	),
	card(
		"4000000000009995",
		"pm_card_visa_chargeDeclinedInsufficientFunds",
		"is declined: insufficient funds",
		decline("card_declined", "Your card has insufficient funds.", "insufficient_funds"),
	),
	card(
		"4000000000000069",
		"pm_card_chargeDeclinedExpiredCard",
		"is declined: expired",
		decline("expired_card", "Your card has expired."),
	),
	card(
		"4000000000000127",
		"pm_card_chargeDeclinedIncorrectCvc",
		"is declined: wrong security code",
		decline("incorrect_cvc", "Your card's security code is incorrect."),
	),
	card(
		"4000000000000119",
		"pm_card_chargeDeclinedProcessingError",
		"is declined: processing error",
		decline(
			"processing_error",
			"An error occurred while processing your card. Try again in a little bit.",
		),
	),
	card(
		"4000002500003155",
		"pm_card_authenticationRequired",
		"wants 3-D Secure, then succeeds",
		approve,
		true,
	),
	card(
		"4000002760003184",
		"pm_card_threeDSecureRequired",
		"wants 3-D Secure, then succeeds",
		approve,
		true,
	),
	card(
		"4000008400001629",
		"pm_card_threeDSecureRequiredChargeDeclined",
		"wants 3-D Secure, then is declined",
		decline("card_declined", declined, "generic_decline"),
		true,
	),
	card(
		"4000000000007726",
		"pm_card_processing",
		"stays in processing until told (of this sandbox, not Stripe's)",
		{ kind: "wait" },
	),
];

/** What Stripe's test mode says to a card number that is not a test card. */
const liveCard: TestCard = card(
	"",
	"live",
	"is refused",
	decline(
		"card_declined",
		"Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
		"test_mode_live_card",
	),
);

/** Finds a test card by number or alias; any other is refused when it is charged. */
export function findTestCard(numberOrAlias: string): TestCard {
	return (
		testCards.find((each) => each.number === numberOrAlias || each.alias === numberOrAlias) ??
		liveCard
	);
}

/** Names the brand by the first digits. */
export function brandOf(number: string): string {
	if (number.startsWith("4")) return "visa";
	if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
	if (/^3[47]/.test(number)) return "amex";
	return /^(6011|65)/.test(number) ? "discover" : "unknown";
}

/** Checks the last digit of a card number (ISO/IEC 7812-1, Luhn). */
export function passesLuhn(number: string): boolean {
	const sum = Array.from(number)
		.reverse()
		.map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
		.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
	return sum % 10 === 0;
}
