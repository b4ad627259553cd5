const dollarsPattern = /^\d{1,9}(?:\.\d{1,2})?$/;

/** @returns cents; null unless it is an amount with at most two decimals */
export function centsFromDollars(dollars: string | number): number | null {
	const text = String(dollars).trim();
	if (!dollarsPattern.test(text)) return null;
	const [whole = "0", fraction = ""] = text.split(".");
	return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

/** 1999 → 19.99, as in the `price` JSON field */
export const dollarsFromCents = (cents: number): number => cents / 100;

/** -123456 → "-$1,234.56". Without `Intl`, which is slow (numbers.ts). */
export function formatCents(cents: number): string {
	const dollars = (Math.abs(cents) / 100).toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ",");
	return `${cents < 0 ? "-" : ""}$${dollars}`;
}

/** Currencies without decimals whose amounts Stripe multiplies by 100 (docs.stripe.com/currencies#special-cases). */
const currenciesInHundredths = ["isk", "ugx"];

/**
 * (500, "jpy") → "¥500"
 * @param amount - in the currency's minor unit, as in Stripe's API
 * @param currency - ISO 4217 code, in lowercase
 */
export function formatMinorUnits(amount: number, currency: string): string {
	const money = new Intl.NumberFormat("en-US", { style: "currency", currency });
	const digits = currenciesInHundredths.includes(currency)
		? 2
		: (money.resolvedOptions().maximumFractionDigits ?? 2);
	return money.format(amount / 10 ** digits);
}
