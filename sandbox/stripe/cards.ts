/** A bank's answer to a card: yes, no and why, or none before `POST …/intents/{id}/settle`. */
export type BankResponse =
	| { kind: "approve" }
	| { kind: "decline"; code: string; declineCode?: string; message: string; advice?: string }
	| { kind: "wait" };

/** What comes after a charge that succeeded. */
export type FollowUp =
	| "dispute"
	| "dispute-not-received"
	| "inquiry"
	| "fraud-warning"
	| "refund-pending"
	| "refund-fails";

/** A test card. The names after `pm_` work as payment methods, as Stripe's own do. */
export interface TestCard {
	number: string;
	alias: string;
	description: string;
	challenge: boolean;
	bankResponse: BankResponse;
	followUp: FollowUp | null;
}

const approve: BankResponse = { kind: "approve" };
const declined = "Your card was declined.";

const decline = (
	code: string,
	message: string,
	declineCode?: string,
	advice?: string,
): BankResponse => ({
	kind: "decline",
	code,
	message,
	...(declineCode === undefined ? {} : { declineCode }),
	...(advice === undefined ? {} : { advice }),
});

const genericDecline = decline("card_declined", declined, "generic_decline", "try_again_later");

function card(
	number: string,
	alias: string,
	description: string,
	{ bankResponse = approve, challenge = false, followUp = null }: Partial<TestCard> = {},
): TestCard {
	return { number, alias, description, challenge, bankResponse, followUp };
}

/** Stripe's test cards (docs.stripe.com/testing), and one that Stripe does not have: it stays in `processing`. */
export const testCards: TestCard[] = [
	card("4242424242424242", "pm_card_visa", "succeeds"),
	card("5555555555554444", "pm_card_mastercard", "succeeds (Mastercard)"),
	card("378282246310005", "pm_card_amex", "succeeds (American Express)"),
	card("4000000000000002", "pm_card_visa_chargeDeclined", "is declined", {
		bankResponse: genericDecline,
	}),
	card(
		"4000000000009995",
		"pm_card_visa_chargeDeclinedInsufficientFunds",
		"is declined: insufficient funds",
		{
			bankResponse: decline(
				"card_declined",
				"Your card has insufficient funds.",
				"insufficient_funds",
				"try_again_later",
			),
		},
	),
	card("4000000000000069", "pm_card_chargeDeclinedExpiredCard", "is declined: expired", {
		bankResponse: decline("expired_card", "Your card has expired.", undefined, "confirm_card_data"),
	}),
	card(
		"4000000000000127",
		"pm_card_chargeDeclinedIncorrectCvc",
		"is declined: wrong security code",
		{
			bankResponse: decline(
				"incorrect_cvc",
				"Your card's security code is incorrect.",
				undefined,
				"confirm_card_data",
			),
		},
	),
	card(
		"4000000000000119",
		"pm_card_chargeDeclinedProcessingError",
		"is declined: processing error",
		{
			bankResponse: decline(
				"processing_error",
				"An error occurred while processing your card. Try again in a little bit.",
				undefined,
				"try_again_later",
			),
		},
	),
	card(
		"4000002500003155",
		"pm_card_authenticationRequiredOnSetup",
		"wants 3-D Secure, then succeeds",
		{ challenge: true },
	),
	card("4000002760003184", "pm_card_authenticationRequired", "wants 3-D Secure, then succeeds", {
		challenge: true,
	}),
	card("4000000000003220", "pm_card_threeDSecure2Required", "wants 3-D Secure, then succeeds", {
		challenge: true,
	}),
	card(
		"4000008400001629",
		"pm_card_threeDSecureRequiredChargeDeclined",
		"wants 3-D Secure, then is declined",
		{ bankResponse: genericDecline, challenge: true },
	),
	card(
		"4000000000007726",
		"pm_card_pendingRefund",
		"succeeds; a refund begins pending and succeeds a minute later",
		{ followUp: "refund-pending" },
	),
	card(
		"4000000000005126",
		"pm_card_refundFail",
		"succeeds; a refund begins succeeded and fails a minute later",
		{ followUp: "refund-fails" },
	),
	card(
		"4000000000000259",
		"pm_card_createDispute",
		"succeeds and is disputed at once as fraudulent: the money is taken back",
		{ followUp: "dispute" },
	),
	card(
		"4000000000002685",
		"pm_card_createDisputeProductNotReceived",
		"succeeds and is disputed at once: product not received",
		{ followUp: "dispute-not-received" },
	),
	card(
		"4000000000001976",
		"pm_card_createDisputeInquiry",
		"succeeds; the bank inquires, and the money stays",
		{ followUp: "inquiry" },
	),
	card(
		"4000000000005423",
		"pm_card_createIssuerFraudRecord",
		"succeeds; the bank sends an early fraud warning",
		{ followUp: "fraud-warning" },
	),
	card(
		"4000990000000004",
		"pm_card_processing",
		"stays in processing until settled (of this sandbox: Stripe has no such card)",
		{ bankResponse: { kind: "wait" } },
	),
];

/** What Stripe's test mode says to a card number that is not a test card. */
const liveCard = card("", "live", "is refused", {
	bankResponse: decline(
		"card_declined",
		"Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
		"test_mode_live_card",
	),
});

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
