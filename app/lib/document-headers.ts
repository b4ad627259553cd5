import type { HeadersArgs } from "react-router";

/**
 * `headers` of a document that the browser may keep for going back: with `no-store` it would be requested again, and a form in it would
 * have another key. A new visit always asks whether it is still up to date. Signing out clears what was kept (worker/http/cookies.ts).
 */
export const allowBackForwardCache = ({ errorHeaders }: HeadersArgs): HeadersInit =>
	errorHeaders ? {} : { "Cache-Control": "private, no-cache" };
