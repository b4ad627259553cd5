/** Returns the URL of Stripe's documentation for an error code. */
export function getDocUrl(code: string): string {
	return `https://docs.stripe.com/error-codes#${code.replaceAll("_", "-")}`;
}
