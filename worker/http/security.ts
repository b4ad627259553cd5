import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import { ShopError } from "#contract/errors.ts";
import { currentRequest } from "#worker/services/log-error.ts";
import { type AppEnv, getBearerToken } from "./request-context.ts";

// Middleware sets `context.res.headers`, because `context.header()` copies a finished response.

/** Matches Cloudflare's ID of a request. Without Cloudflare, a visitor can send any value. */
const rayId = /^[0-9a-f]{16}(-[A-Z]{3})?$/;

/** Also passes the request id to the Storefront entrypoint. Workers Cache ignores the header, because its key is only the URL. */
export const requestIdHeader = "X-Request-Id";

export const requestId = createMiddleware<AppEnv>(async (context, next) => {
	const ray = context.req.header("CF-Ray") ?? "";
	const id = rayId.test(ray) ? ray : crypto.randomUUID();
	context.set("requestId", id);
	await currentRequest.run(id, next);
	context.res.headers.set(requestIdHeader, id);
});

/** The headers of the OWASP Secure Headers Project. A page may set its own (app/entry.server.tsx). */
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

/** Makes a response with `Set-Cookie` private, because a shared cache must never store a cookie. */
export const keepCookiesOutOfSharedCaches = createMiddleware<AppEnv>(async (context, next) => {
	await next();
	const { headers } = context.res;
	const names = ["Cache-Control", "CDN-Cache-Control", "Cloudflare-CDN-Cache-Control"];
	const isShared = names.some((name) => /\b(?:public|s-maxage)\b/.test(headers.get(name) ?? ""));
	if (!isShared || !headers.has("Set-Cookie")) return;
	for (const name of [...names, "Cache-Tag"]) headers.delete(name);
	headers.set("Cache-Control", "private, no-store");
});

const setByDefault = (name: string, value: string) =>
	createMiddleware<AppEnv>(async (context, next) => {
		await next();
		const { headers } = context.res;
		if (!headers.has(name)) headers.set(name, value);
	});

/** Keeps personal responses out of shared caches and the back/forward cache. */
export const noStoreByDefault = setByDefault("Cache-Control", "private, no-store");

/** For responses that are not pages, in case they are opened directly (OWASP REST Security Cheat Sheet). */
export const strictCspByDefault = setByDefault(
	"Content-Security-Policy",
	"default-src 'none'; frame-ancestors 'none'",
);

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects a request with an unsafe method and another site's Origin, even without a cookie (login CSRF), or with a cookie but no Origin
 * (OWASP CSRF Cheat Sheet, "Verifying Origin"). Requests with a bearer token and Stripe's webhook are exempt, because browsers add
 * neither the token nor Stripe's signature automatically.
 * @throws ShopError 403
 */
export const checkOrigin = createMiddleware<AppEnv>(async ({ req }, next) => {
	const isExempt = getBearerToken(req.raw) !== null || req.path === "/webhooks/stripe";
	if (!safeMethods.has(req.method) && !isExempt) {
		const origin = req.header("Origin");
		const isAllowed = origin ? origin === new URL(req.url).origin : !req.header("Cookie");
		if (!isAllowed) throw new ShopError("cross_origin");
	}
	await next();
});
