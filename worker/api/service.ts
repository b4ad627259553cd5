import type { Context } from "hono";
import { serviceCalls } from "#contract/calls/service.ts";
import { ShopError } from "#contract/errors.ts";
import { getSafeReturnPath, loginPath } from "#contract/sign-in-paths.ts";
import { getStockAlertTool } from "#contract/stock-alert-path.ts";
import {
	finishGoogleSignIn,
	getSigningSecret,
	googleSignInCookie,
	readAttempt,
	startGoogleSignIn,
} from "#worker/auth/google.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { createApp } from "#worker/http/app.ts";
import { readText } from "#worker/http/body.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { signInWithGoogle } from "#worker/shop/accounts/google.ts";
import { googleLinkCookie, signGoogleLink } from "#worker/shop/accounts/google-link.ts";
import { receiveEvent } from "#worker/shop/payments/webhook.ts";
import { checkTables } from "#worker/shop/status/services.ts";
import { register, registerRaw } from "./calls.ts";

/** Google must redirect back to the requested host, because the cookie of the sign-in attempt was set there. */
const getOrigin = (context: Context) => new URL(context.req.url).origin;

/** Returns the sign-in attempt of this callback and deletes its cookie. Returns null if the attempt is forged, repeated or expired. */
async function takeAttempt({ var: { shop, cookies }, req }: Context<AppEnv>) {
	const attempt = await readAttempt(shop.env, cookies.get("google"), req.query("state"));
	if (attempt) cookies.delete("google");
	return attempt;
}

/**
 * @param path - the page to open after the sign-in
 * @returns `path`, or the page of the next step
 * @throws ShopError if the visitor cannot be signed in
 */
async function finishSignIn(
	context: Context<AppEnv>,
	attempt: Awaited<ReturnType<typeof takeAttempt>>,
	path: string,
): Promise<string> {
	const { shop, cookies } = context.var;
	if (attempt && context.req.query("error")) throw new ShopError("google_cancelled");
	const code = context.req.query("code");
	if (!attempt || !code) throw new ShopError("google_expired");
	await enforceRateLimit(shop.env, "google", shop.visitor.network);
	const profile = await finishGoogleSignIn(shop.env, getOrigin(context), attempt, code);
	if (!profile) throw new ShopError("google_expired");
	const signedIn = await signInWithGoogle(shop, profile, getStockAlertTool(path));
	if (signedIn) return cookies.startSession(signedIn, path);
	cookies.set("link", await signGoogleLink(shop, profile, path), {
		maxAge: googleLinkCookie.lifetimeSeconds,
	});
	return "/link-google";
}

/** Rethrows an error that has no message for the visitor. */
function redirectToLogin(context: Context<AppEnv>, path: string, error: unknown): Response {
	if (!(error instanceof ShopError)) throw error;
	context.var.cookies.flash({ kind: "error", text: error.message });
	return context.redirect(loginPath(path), 303);
}

export const serviceRoutes = createApp();

registerRaw(serviceRoutes, serviceCalls.startGoogleSignIn, async (context) => {
	const { shop, cookies } = context.var;
	const path = getSafeReturnPath(context.req.query("from") ?? null);
	try {
		const { url, attempt } = startGoogleSignIn(shop.env, getOrigin(context), path);
		const signedAttempt = await googleSignInCookie.sign(getSigningSecret(shop.env), attempt);
		cookies.set("google", signedAttempt, { maxAge: googleSignInCookie.lifetimeSeconds });
		return context.redirect(url.href, 303);
	} catch (error) {
		return redirectToLogin(context, path, error);
	}
});

registerRaw(serviceRoutes, serviceCalls.finishGoogleSignIn, async (context) => {
	let path = "/";
	try {
		const attempt = await takeAttempt(context);
		path = getSafeReturnPath(attempt?.from ?? null);
		return context.redirect(await finishSignIn(context, attempt, path), 303);
	} catch (error) {
		return redirectToLogin(context, path, error);
	}
});

register(serviceRoutes, serviceCalls.receiveStripeEvent, async ({ shop, context }) => {
	const signature = context.req.header("Stripe-Signature") ?? "";
	await receiveEvent(shop, await readText(context.req.raw), signature);
	return { received: true };
});

register(serviceRoutes, serviceCalls.checkHealth, async ({ shop }) => ({
	ok: await checkTables(shop),
}));

registerRaw(serviceRoutes, serviceCalls.getOpenApiDocument, async (context) => {
	// Imported on the first request, so that the Worker starts faster.
	const { createOpenApiDocument } = await import("#contract/openapi.ts");
	context.header("Cache-Control", "public, max-age=300");
	return context.json(createOpenApiDocument(context.var.shop.origin));
});
