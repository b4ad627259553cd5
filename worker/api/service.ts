import type { Context } from "hono";
import { serviceCalls } from "#contract/calls/service.ts";
import { errors, ShopError } from "#contract/errors.ts";
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

/** `path`: the page to open, or to open after another login if there was a problem. */
type SignInOutcome = { path: string; problem: string | null };

async function finishSignIn(context: Context<AppEnv>): Promise<SignInOutcome> {
	const { shop, cookies } = context.var;
	const attempt = await takeAttempt(context);
	if (!attempt) return { path: "/", problem: errors.google_expired.message };
	const path = getSafeReturnPath(attempt.from);
	if (context.req.query("error")) return { path, problem: errors.google_cancelled.message };
	const code = context.req.query("code");
	if (!code) return { path, problem: errors.google_expired.message };
	await enforceRateLimit(shop.env, "google", shop.visitor.network);
	const profile = await finishGoogleSignIn(shop.env, getOrigin(context), attempt, code);
	if (!profile) return { path, problem: errors.google_expired.message };
	const signedIn = await signInWithGoogle(shop, profile, getStockAlertTool(path));
	if (signedIn) return { path: cookies.startSession(signedIn, path), problem: null };
	cookies.set("link", await signGoogleLink(shop, profile, path), {
		maxAge: googleLinkCookie.lifetimeSeconds,
	});
	return { path: "/link-google", problem: null };
}

function redirectAfter(context: Context<AppEnv>, { path, problem }: SignInOutcome): Response {
	if (problem === null) return context.redirect(path, 303);
	context.var.cookies.flash({ kind: "error", text: problem });
	return context.redirect(loginPath(path), 303);
}

/** Rethrows an error that has no message for the visitor. */
const getProblem = (error: unknown): string => {
	if (error instanceof ShopError) return error.message;
	throw error;
};

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
		return redirectAfter(context, { path, problem: getProblem(error) });
	}
});

registerRaw(serviceRoutes, serviceCalls.finishGoogleSignIn, async (context) => {
	const outcome = await finishSignIn(context).catch((error: unknown) => ({
		path: "/",
		problem: getProblem(error),
	}));
	return redirectAfter(context, outcome);
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
