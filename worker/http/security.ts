import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import { ShopError } from "#contract/errors.ts";
import { type AppEnv, bearerToken } from "./request-context.ts";

// Once there is a response, each `context.header()` of Hono copies it. Setting `context.res.headers` does not.

/** Cloudflare's id of a request. Without Cloudflare in front, a visitor may send any text. */
const rayId = /^[0-9a-f]{16}(-[A-Z]{3})?$/;

export const requestId = createMiddleware<AppEnv>(async (context, next) => {
	const ray = context.req.header("CF-Ray") ?? "";
	const id = rayId.test(ray) ? ray : crypto.randomUUID();
	context.set("requestId", id);
	await next();
	context.res.headers.set("X-Request-Id", id);
});

/**
 * Sets the headers of the OWASP Secure Headers Project, except those that a page sets itself, such as the payment page for
 * Stripe (app/entry.server.tsx).
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

/** Makes a response with `Set-Cookie`, such as that of an extended session, private: no shared cache may store a cookie. */
export const neverShareCookies = createMiddleware<AppEnv>(async (context, next) => {
	await next();
	const { headers } = context.res;
	const names = ["Cache-Control", "CDN-Cache-Control", "Cloudflare-CDN-Cache-Control"];
	const isShared = names.some((name) => /\b(?:public|s-maxage)\b/.test(headers.get(name) ?? ""));
	if (!isShared || !headers.has("Set-Cookie")) return;
	for (const name of [...names, "Cache-Tag"]) headers.delete(name);
	headers.set("Cache-Control", "private, no-store");
});

/** Keeps personal responses out of shared caches and the back/forward cache. */
export const noStoreByDefault = createMiddleware<AppEnv>(async (context, next) => {
	await next();
	const { headers } = context.res;
	if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
});

const denyAllCsp = "default-src 'none'; frame-ancestors 'none'";

/** Sets a deny-all CSP on responses that are not pages, in case they are opened directly (OWASP REST Security Cheat Sheet). */
export const denyAllCspByDefault = createMiddleware<AppEnv>(async (context, next) => {
	await next();
	const { headers } = context.res;
	if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", denyAllCsp);
});

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects unsafe requests that do not come from the shop's own pages (OWASP CSRF Cheat Sheet, "Verifying Origin"). A request
 * without an `Origin` passes if it has no cookies. Requests with a bearer token or Stripe's signature need no `Origin`.
 * @throws ShopError 403
 */
export const checkOrigin = createMiddleware<AppEnv>(async ({ req }, next) => {
	const isExempt = bearerToken(req.raw) !== null || req.path === "/webhooks/stripe";
	if (!safeMethods.has(req.method) && !isExempt) {
		const origin = req.header("Origin");
		const isAllowed = origin ? origin === new URL(req.url).origin : !req.header("Cookie");
		if (!isAllowed) throw new ShopError("cross_origin");
	}
	await next();
});
