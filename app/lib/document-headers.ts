import type { HeadersArgs } from "react-router";

/**
 * For documents that the browser may show again when a visitor goes back: with `no-store` their form would have a new key.
 * Signing out clears the cache (worker/http/cookies.ts).
 */
export const allowBackForwardCache = ({ errorHeaders }: HeadersArgs): HeadersInit =>
	errorHeaders ? {} : { "Cache-Control": "private, no-cache" };
