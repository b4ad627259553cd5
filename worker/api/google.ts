import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { serviceCalls } from "#contract/calls/service.ts";
import { errors, ShopError } from "#contract/errors.ts";
import { landingPath } from "#contract/permissions.ts";
import { loginPath, safeReturnPath } from "#contract/return-path.ts";
import {
	attemptSeconds,
	finishGoogle,
	type GoogleAttempt,
	openAttempt,
	sealAttempt,
	startGoogle,
} from "#worker/auth/google.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { cookieName, isSecure } from "#worker/http/cookies.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { signInWithGoogle } from "#worker/shop/accounts/google.ts";
import { keepForPassword } from "#worker/shop/accounts/google-link.ts";
import { answerRaw } from "./calls.ts";

/** Google leads back to the host that holds the cookie of the attempt. */
const hostOf = (context: Context) => new URL(context.req.url).origin;

const cookieOptions = (context: Context) => ({ path: "/", secure: isSecure(context) });

/** SameSite=Lax: Google's redirect back is a navigation from another site. */
const keepAttempt = (context: Context, sealed: string) =>
	setCookie(context, cookieName(context, "google"), sealed, {
		...cookieOptions(context),
		httpOnly: true,
		sameSite: "Lax",
		maxAge: attemptSeconds,
	});

/** @returns the attempt that this answer belongs to, which is then used up; null for a foreign or repeated one */
async function takeAttempt(context: Context<AppEnv>): Promise<GoogleAttempt | null> {
	const name = cookieName(context, "google");
	const { env } = context.var.shop;
	const attempt = await openAttempt(env, getCookie(context, name), context.req.query("state"));
	if (attempt) deleteCookie(context, name, cookieOptions(context));
	return attempt;
}

type Outcome = { from: string; problem: string | null };

async function finish(context: Context<AppEnv>): Promise<Outcome> {
	const { shop } = context.var;
	const attempt = await takeAttempt(context);
	if (!attempt) return { from: "/", problem: errors.google_expired.message };
	const from = safeReturnPath(attempt.from);
	if (context.req.query("error")) return { from, problem: errors.google_cancelled.message };
	const code = context.req.query("code");
	if (!code) return { from, problem: errors.google_expired.message };
	await enforceRateLimit(shop.env, "google", shop.visitor.network);
	const person = await finishGoogle(shop.env, hostOf(context), attempt, code);
	if (!person) return { from, problem: errors.google_expired.message };
	const account = await signInWithGoogle(shop, person);
	if (account) return { from: landingPath(account.role, from), problem: null };
	await keepForPassword(shop, person, from);
	return { from: "/link-google", problem: null };
}

/** To the page that the visitor came for; or back to the login, with the reason. */
function leave(context: Context<AppEnv>, { from, problem }: Outcome): Response {
	if (problem === null) return context.redirect(from, 303);
	context.var.shop.visitor.flash({ kind: "error", text: problem });
	return context.redirect(loginPath(from), 303);
}

const problemOf = (error: unknown): string => {
	if (error instanceof ShopError) return error.message;
	throw error;
};

export const google = new Hono<AppEnv>();

answerRaw(google, serviceCalls.startGoogle, async (context) => {
	const { shop } = context.var;
	const from = safeReturnPath(context.req.query("from") ?? null);
	try {
		const { url, attempt } = startGoogle(shop.env, hostOf(context), from);
		keepAttempt(context, await sealAttempt(shop.env, attempt));
		return context.redirect(url.href, 303);
	} catch (error) {
		return leave(context, { from, problem: problemOf(error) });
	}
});

answerRaw(google, serviceCalls.finishGoogle, async (context) => {
	const outcome = await finish(context).catch((error: unknown) => ({
		from: "/",
		problem: problemOf(error),
	}));
	return leave(context, outcome);
});
