/** What the bank does with a charge. With `wait`, the intent stays in `processing` until `POST …/intents/{id}/settle`. */
export type BankResponse =
	| { kind: "approve" }
	| { kind: "decline"; code: string; declineCode?: string; message: string; advice?: string }
	| { kind: "wait" };

/** What happens after a successful charge. */
export type FollowUp =
	| "dispute"
	| "dispute-not-received"
	| "inquiry"
	| "fraud-warning"
	| "refund-pending"
	| "refund-fails";

export interface TestCard {
	number: string;
	/** The id of Stripe's predefined payment method for the card, such as `pm_card_visa`. */
	alias: string;
	description: string;
	requires3ds: boolean;
	bankResponse: BankResponse;
	followUp: FollowUp | null;
}

const approval: BankResponse = { kind: "approve" };
const createDecline = (
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

const genericDecline = createDecline(
	"card_declined",
	"Your card was declined.",
	"generic_decline",
	"try_again_later",
);

function defineCard(
	number: string,
	alias: string,
	description: string,
	{ bankResponse = approval, requires3ds = false, followUp = null }: Partial<TestCard> = {},
): TestCard {
	return { number, alias, description, requires3ds, bankResponse, followUp };
}

/** Stripe's test cards (docs.stripe.com/testing), and one of our own, which stays in `processing`. */
export const testCards: TestCard[] = [
	defineCard("4242424242424242", "pm_card_visa", "succeeds"),
	defineCard("5555555555554444", "pm_card_mastercard", "succeeds (Mastercard)"),
	defineCard("378282246310005", "pm_card_amex", "succeeds (American Express)"),
	defineCard("4000000000000002", "pm_card_visa_chargeDeclined", "is declined", {
		bankResponse: genericDecline,
	}),
	defineCard(
		"4000000000009995",
		"pm_card_visa_chargeDeclinedInsufficientFunds",
		"is declined: insufficient funds",
		{
			bankResponse: createDecline(
				"card_declined",
				"Your card has insufficient funds.",
				"insufficient_funds",
				"try_again_later",
			),
		},
	),
	defineCard("4000000000000069", "pm_card_chargeDeclinedExpiredCard", "is declined: expired", {
		bankResponse: createDecline(
			"expired_card",
			"Your card has expired.",
			undefined,
			"confirm_card_data",
		),
	}),
	defineCard(
		"4000000000000127",
		"pm_card_chargeDeclinedIncorrectCvc",
		"is declined: wrong security code",
		{
			bankResponse: createDecline(
				"incorrect_cvc",
				"Your card's security code is incorrect.",
				undefined,
				"confirm_card_data",
			),
		},
	),
	defineCard(
		"4000000000000119",
		"pm_card_chargeDeclinedProcessingError",
		"is declined: processing error",
		{
			bankResponse: createDecline(
				"processing_error",
				"An error occurred while processing your card. Try again in a little bit.",
				undefined,
				"try_again_later",
			),
		},
	),
	defineCard(
		"4000002500003155",
		"pm_card_authenticationRequiredOnSetup",
		"requires 3-D Secure, then succeeds",
		{ requires3ds: true },
	),
	defineCard(
		"4000002760003184",
		"pm_card_authenticationRequired",
		"requires 3-D Secure, then succeeds",
		{
			requires3ds: true,
		},
	),
	defineCard(
		"4000000000003220",
		"pm_card_threeDSecure2Required",
		"requires 3-D Secure, then succeeds",
		{
			requires3ds: true,
		},
	),
	defineCard(
		"4000008400001629",
		"pm_card_threeDSecureRequiredChargeDeclined",
		"requires 3-D Secure, then is declined",
		{ bankResponse: genericDecline, requires3ds: true },
	),
	defineCard(
		"4000000000007726",
		"pm_card_pendingRefund",
		"succeeds; its refunds are pending for a minute, then succeed",
		{ followUp: "refund-pending" },
	),
	defineCard(
		"4000000000005126",
		"pm_card_refundFail",
		"succeeds; its refunds succeed, then fail a minute later",
		{ followUp: "refund-fails" },
	),
	defineCard(
		"4000000000000259",
		"pm_card_createDispute",
		"succeeds and is immediately disputed as fraudulent: the funds are withdrawn",
		{ followUp: "dispute" },
	),
	defineCard(
		"4000000000002685",
		"pm_card_createDisputeProductNotReceived",
		"succeeds and is immediately disputed: product not received",
		{ followUp: "dispute-not-received" },
	),
	defineCard(
		"4000000000001976",
		"pm_card_createDisputeInquiry",
		"succeeds; the bank opens an inquiry, which withdraws no funds",
		{ followUp: "inquiry" },
	),
	defineCard(
		"4000000000005423",
		"pm_card_createIssuerFraudRecord",
		"succeeds; the bank sends an early fraud warning",
		{ followUp: "fraud-warning" },
	),
	defineCard(
		"4000990000000004",
		"pm_card_processing",
		"stays in processing until it is settled by an action (Stripe has no such card)",
		{ bankResponse: { kind: "wait" } },
	),
];

/** Represents all other card numbers, which Stripe's test mode declines. */
const liveCard = defineCard("", "live", "is declined", {
	bankResponse: createDecline(
		"card_declined",
		"Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
		"test_mode_live_card",
	),
});

/** Returns the test card with this number or alias, or else a card that is declined. */
export function findTestCard(numberOrAlias: string): TestCard {
	return (
		testCards.find(({ number, alias }) => number === numberOrAlias || alias === numberOrAlias) ??
		liveCard
	);
}

export function getBrand(number: string): string {
	if (number.startsWith("4")) return "visa";
	if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
	if (/^3[47]/.test(number)) return "amex";
	return /^(6011|65)/.test(number) ? "discover" : "unknown";
}

/** Validates a card number's check digit with the Luhn algorithm (ISO/IEC 7812-1). */
export function passesLuhn(number: string): boolean {
	const sum = Array.from(number)
		.reverse()
		.map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
		.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
	return sum % 10 === 0;
}
