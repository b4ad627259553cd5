/** Money is a whole number of cents inside, dollars at the edges (architecture.md "Money"). */

const dollarsPattern = /^\d{1,9}(?:\.\d{1,2})?$/;

/**
 * Reads a price as it is typed or sent.
 * @param dollars text or number, at most two decimals
 * @returns cents, or null when it is not such an amount
 */
export function centsFromDollars(dollars: string | number): number | null {
	const text = String(dollars).trim();
	if (!dollarsPattern.test(text)) return null;
	const [whole = "0", fraction = ""] = text.split(".");
	return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

/** @returns dollars as the JSON field `price` carries them: 1999 → 19.99 */
export const dollarsFromCents = (cents: number): number => cents / 100;

const format = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** @returns cents as a shopper reads them: 123456 → "$1,234.56" */
export const formatCents = (cents: number): string => format.format(cents / 100);

/** Stripe counts these in hundredths, though they have none (docs.stripe.com/currencies#special-cases). */
const inHundredths = ["isk", "ugx"];

/**
 * @param units the smallest unit of the currency, as Stripe's API counts it @param currency ISO 4217, lower case
 * @returns the amount of a payment that somebody charged in another currency: (500, "jpy") → "¥500"
 */
export function formatUnits(units: number, currency: string): string {
	const money = new Intl.NumberFormat("en-US", { style: "currency", currency });
	const digits = inHundredths.includes(currency)
		? 2
		: (money.resolvedOptions().maximumFractionDigits ?? 2);
	return money.format(units / 10 ** digits);
}
