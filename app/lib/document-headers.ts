import type { HeadersArgs } from "react-router";

/**
 * The `headers` of a document that the browser may show again when a visitor goes back. With `no-store` it would be
 * fetched again, and its form would have a new key. Signing out clears the cache (worker/http/cookies.ts).
 */
export const allowBackForwardCache = ({ errorHeaders }: HeadersArgs): HeadersInit =>
	errorHeaders ? {} : { "Cache-Control": "private, no-cache" };
