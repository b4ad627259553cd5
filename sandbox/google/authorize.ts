import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../env.ts";
import { sendPage } from "../pages/page.ts";
import { createAccount, type GoogleAccount, listedAccounts } from "./accounts.ts";
import { renderAccountsPage, renderInvalidRequestPage } from "./authorize-page.ts";
import { issueCode } from "./grants.ts";

const requiredText = (name: string) => v.pipe(v.string(), v.minLength(1, `${name} is empty`));

/** The authorization request of OpenID Connect. PKCE (RFC 7636) is required. */
const authorizationRequestSchema = v.object({
	client_id: requiredText("client_id"),
	redirect_uri: v.pipe(v.string(), v.url()),
	response_type: v.literal("code"),
	scope: v.pipe(
		v.string(),
		v.check((scope) => scope.split(" ").includes("openid"), "openid is missing from scope"),
	),
	state: requiredText("state"),
	code_challenge: v.pipe(
		v.string(),
		v.regex(/^[\w-]{43}$/, "code_challenge is not a SHA-256 hash in base64url"),
	),
	code_challenge_method: v.literal("S256"),
	nonce: v.optional(v.string()),
});

const trimmedText = v.optional(v.pipe(v.string(), v.trim()), "");

const accountChoiceSchema = v.object({
	/** The `sub` of a listed account, "other", or "cancel". */
	choice: v.optional(v.string(), ""),
	name: trimmedText,
	email: trimmedText,
	verified: v.optional(v.string()),
	hd: trimmedText,
	accountNumber: v.optional(
		v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1)),
		"1",
	),
});

type AuthorizationRequest = v.InferOutput<typeof authorizationRequestSchema>;

function isLocalUrl(url: string, requestUrl: string): boolean {
	const { origin, hostname } = new URL(url);
	return (
		origin === new URL(requestUrl).origin ||
		/^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
	);
}

/** @returns the request, or why it is invalid */
function readAuthorizationRequest(
	fields: unknown,
	requestUrl: string,
): AuthorizationRequest | string {
	const result = v.safeParse(authorizationRequestSchema, fields);
	if (!result.success) {
		const [issue] = result.issues;
		return `${v.getDotPath(issue)}: ${issue.message}`;
	}
	if (isLocalUrl(result.output.redirect_uri, requestUrl)) return result.output;
	return "redirect_uri: must be on this machine";
}

function createRedirectUrl(
	request: AuthorizationRequest,
	response: Record<string, string>,
): string {
	const url = new URL(request.redirect_uri);
	const fields = { ...response, state: request.state };
	for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
	return url.href;
}

/** @returns the chosen account, or null if the user canceled */
async function readChosenAccount(fields: unknown): Promise<GoogleAccount | null> {
	const { choice, verified, ...input } = v.parse(accountChoiceSchema, fields);
	const listedAccount = listedAccounts.find((account) => account.sub === choice);
	if (listedAccount) return listedAccount;
	if (choice !== "other" || input.email === "") return null;
	return createAccount({ ...input, isVerified: verified !== undefined });
}

/** The authorization endpoint: shows the accounts, then redirects to the shop with a code or `access_denied`. */
export const authorize = new Hono<AppEnv>()
	.get("/", (c) => {
		const request = readAuthorizationRequest(c.req.query(), c.req.url);
		if (typeof request === "string")
			return sendPage(c, "Error", renderInvalidRequestPage(request), 400);
		return sendPage(c, "Choose an account", renderAccountsPage(request));
	})
	.post("/", async (c) => {
		const fields = await c.req.parseBody();
		const request = readAuthorizationRequest(fields, c.req.url);
		if (typeof request === "string")
			return sendPage(c, "Error", renderInvalidRequestPage(request), 400);
		const account = await readChosenAccount(fields);
		if (!account) return c.redirect(createRedirectUrl(request, { error: "access_denied" }), 303);
		const { client_id, redirect_uri, code_challenge, nonce = null, scope } = request;
		const grant = { client_id, redirect_uri, code_challenge, nonce, scope, account };
		const code = issueCode(c.env.store, grant);
		return c.redirect(createRedirectUrl(request, { code, scope }), 303);
	});
