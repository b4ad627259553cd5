import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import { ShopError } from "#contract/errors.ts";
import { type AppEnv, bearerToken } from "./request-context.ts";

// Hono's `context.header()` copies the whole response each time once there is one; its own headers can be written to.

/** Cloudflare's id of a request. Without Cloudflare in front, anyone may send anything. */
const rayId = /^[0-9a-f]{16}(-[A-Z]{3})?$/;

export const requestId = createMiddleware<AppEnv>(async (context, next) => {
	const ray = context.req.header("CF-Ray") ?? "";
	const id = rayId.test(ray) ? ray : crypto.randomUUID();
	context.set("requestId", id);
	await next();
	context.res.headers.set("X-Request-Id", id);
});

/**
 * OWASP Secure Headers. Headers that a page sets itself stay: its content security policy, and what the payment page needs
 * for Stripe (app/entry.server.tsx).
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
 * A response that a shared cache may store must not carry a cookie: one with `Set-Cookie`, such as that of a session
 * which was just prolonged, becomes private.
 */
export const neverShareCookies = createMiddleware<AppEnv>(async (context, next) => {
	await next();
	const { headers } = context.res;
	const shared = ["Cache-Control", "CDN-Cache-Control", "Cloudflare-CDN-Cache-Control"];
	const isShared = shared.some((name) => /\b(?:public|s-maxage)\b/.test(headers.get(name) ?? ""));
	if (!isShared || !headers.has("Set-Cookie")) return;
	for (const name of [...shared, "Cache-Tag"]) headers.delete(name);
	headers.set("Cache-Control", "private, no-store");
});

/** Personalized responses must not be stored by shared caches or the back/forward cache. */
export const noStoreByDefault = createMiddleware<AppEnv>(async (context, next) => {
	await next();
	const { headers } = context.res;
	if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
});

const denyAllCsp = "default-src 'none'; frame-ancestors 'none'";

/** Responses that are no pages get a deny-all CSP, in case they are opened directly (OWASP REST Security Cheat Sheet). */
export const denyAllCspByDefault = createMiddleware<AppEnv>(async (context, next) => {
	await next();
	const { headers } = context.res;
	if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", denyAllCsp);
});

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * OWASP CSRF Cheat Sheet, "Verifying Origin": an unsafe request must come from our own pages. Without an `Origin` it
 * passes only without a cookie that could be abused. A bearer token and Stripe's signature prove more than an `Origin`.
 * @throws ShopError 403
 */
export const checkOrigin = createMiddleware<AppEnv>(async ({ req }, next) => {
	const exempt = bearerToken(req.raw) !== null || req.path === "/webhooks/stripe";
	if (!safeMethods.has(req.method) && !exempt) {
		const origin = req.header("Origin");
		const allowed = origin ? origin === new URL(req.url).origin : !req.header("Cookie");
		if (!allowed) throw new ShopError("cross_origin");
	}
	await next();
});
