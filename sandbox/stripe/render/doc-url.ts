/** Returns the page of Stripe's documentation about an error code. */
export function getDocUrl(code: string): string {
	return `https://docs.stripe.com/error-codes#${code.replaceAll("_", "-")}`;
}
