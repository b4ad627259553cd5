import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../env.ts";
import { sendPage } from "../pages/page.ts";
import { createPerson, people } from "./accounts.ts";
import { accountsPage, refusalPage } from "./authorize-page.ts";
import { issueCode } from "./grants.ts";

const required = (name: string) => v.pipe(v.string(), v.minLength(1, `${name} is empty`));

/** The authorization request of OpenID Connect, with PKCE (RFC 7636), which is required here. */
const authorization = v.object({
	client_id: required("client_id"),
	redirect_uri: v.pipe(v.string(), v.url()),
	response_type: v.literal("code"),
	scope: v.pipe(
		v.string(),
		v.check((scope) => scope.split(" ").includes("openid"), "scope has no openid"),
	),
	state: required("state"),
	code_challenge: v.pipe(v.string(), v.regex(/^[\w-]{43}$/, "code_challenge is not S256")),
	code_challenge_method: v.literal("S256"),
	nonce: v.optional(v.string()),
});

/** What the page of accounts sends: one that is listed, one that is typed in, or the Cancel button. */
const choice = v.object({
	choice: v.optional(v.string(), ""),
	name: v.optional(v.string(), ""),
	email: v.optional(v.string(), ""),
	verified: v.optional(v.string()),
	hd: v.optional(v.pipe(v.string(), v.trim()), ""),
	which: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1)), "1"),
});

type Authorization = v.InferOutput<typeof authorization>;

function isLocal(address: string, requestUrl: string): boolean {
	const { origin, hostname } = new URL(address);
	return (
		origin === new URL(requestUrl).origin ||
		/^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
	);
}

function readAuthorization(fields: unknown, requestUrl: string): Authorization | string {
	const result = v.safeParse(authorization, fields);
	if (!result.success) {
		const [issue] = result.issues;
		return `${v.getDotPath(issue)}: ${issue.message}`;
	}
	if (isLocal(result.output.redirect_uri, requestUrl)) return result.output;
	return "redirect_uri: the sandbox sends nobody to another machine";
}

function back(request: Authorization, response: Record<string, string>): string {
	const url = new URL(request.redirect_uri);
	const fields = { ...response, state: request.state };
	for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
	return url.href;
}

async function choose(fields: unknown) {
	const chosen = v.parse(choice, fields);
	const listed = people.find((person) => person.sub === chosen.choice);
	if (listed) return listed;
	const email = chosen.email.trim();
	if (chosen.choice !== "other" || email === "") return null;
	const { name, verified, hd, which } = chosen;
	return createPerson({ name: name.trim(), email, isVerified: verified !== undefined, hd, which });
}

/** `/o/oauth2/v2/auth`: shows the accounts, and goes back to the shop with a code or `access_denied`. */
export const authorize = new Hono<AppEnv>()
	.get("/", (c) => {
		const request = readAuthorization(c.req.query(), c.req.url);
		if (typeof request === "string") return sendPage(c, "Error", refusalPage(request), 400);
		return sendPage(c, "Choose an account", accountsPage(request));
	})
	.post("/", async (c) => {
		const fields = await c.req.parseBody();
		const request = readAuthorization(fields, c.req.url);
		if (typeof request === "string") return sendPage(c, "Error", refusalPage(request), 400);
		const person = await choose(fields);
		if (!person) return c.redirect(back(request, { error: "access_denied" }), 303);
		const { client_id, redirect_uri, code_challenge, nonce = null, scope } = request;
		const consent = { client_id, redirect_uri, code_challenge, nonce, scope, person };
		return c.redirect(back(request, { code: issueCode(c.env.store, consent), scope }), 303);
	});
