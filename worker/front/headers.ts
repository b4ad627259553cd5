import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import type { FrontDoor } from "./visit.ts";

// Hono's `context.header()` copies the whole answer each time once there is one; its own headers can be written to.

/** What Cloudflare calls a request; where it does not stand in front, anybody may send anything. */
const rayId = /^[0-9a-f]{16}(-[A-Z]{3})?$/;

/** Gives each request an id, which the answer carries as `X-Request-Id`. */
export const requestId = createMiddleware<FrontDoor>(async (context, next) => {
	const ray = context.req.header("CF-Ray") ?? "";
	const id = rayId.test(ray) ? ray : crypto.randomUUID();
	context.set("requestId", id);
	await next();
	context.res.headers.set("X-Request-Id", id);
});

/**
 * OWASP Secure Headers. What depends on the page is set where that is rendered (app/entry.server.tsx) and stays: the
 * content security policy, and what the payment page needs for Stripe.
 */
export const securityHeaders = secureHeaders({
	strictTransportSecurity: "max-age=63072000; includeSubDomains; preload",
	xFrameOptions: "DENY",
	referrerPolicy: "strict-origin-when-cross-origin",
	crossOriginOpenerPolicy: "same-origin",
	crossOriginResourcePolicy: "same-origin",
	permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: ["self"] },
	xXssProtection: false,
	overwrite: false,
});

/**
 * What a cache between us and the visitor may keep must carry nobody's cookie: with one, such as that of a session which
 * was just prolonged, it is that visitor's alone.
 */
export const sharedWithoutCookies = createMiddleware<FrontDoor>(async (context, next) => {
	await next();
	const { headers } = context.res;
	const shared = ["Cache-Control", "CDN-Cache-Control", "Cloudflare-CDN-Cache-Control"];
	const isShared = shared.some((name) => /\b(?:public|s-maxage)\b/.test(headers.get(name) ?? ""));
	if (!isShared || !headers.has("Set-Cookie")) return;
	for (const name of [...shared, "Cache-Tag"]) headers.delete(name);
	headers.set("Cache-Control", "private, no-store");
});

/** What depends on who asks is nobody else's: not a proxy's, not the back button's of the next user. */
export const privateByDefault = createMiddleware<FrontDoor>(async (context, next) => {
	await next();
	const { headers } = context.res;
	if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
});

const nothing = "default-src 'none'; frame-ancestors 'none'";

/** What is no page shows and runs nothing, should a browser open it by itself (OWASP REST Security Cheat Sheet). */
export const closedByDefault = createMiddleware<FrontDoor>(async (context, next) => {
	await next();
	const { headers } = context.res;
	if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", nothing);
});
