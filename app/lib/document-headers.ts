import type { HeadersArgs } from "react-router";

/**
 * Lets the browser show the same copy of a document when the visitor goes back. With `no-store` it would load a new copy, whose
 * form has a new idempotency key. Signing out clears the cache (worker/http/cookies.ts).
 */
export const allowBackForwardCache = ({ errorHeaders }: HeadersArgs): HeadersInit =>
	errorHeaders ? {} : { "Cache-Control": "private, no-cache" };
