import * as v from "valibot";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { createToken } from "#worker/auth/tokens.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { readResetToken } from "../support/emails.ts";
import { otherPassword, validPassword } from "../support/passwords.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const entrySchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({
		security: v.string(),
		time: v.pipe(v.string(), v.isoTimestamp()),
		user: v.nullable(v.string()),
		about: v.optional(v.string()),
		address: v.string(),
		request: v.string(),
	}),
);

/** Returns the security log, oldest first, or only the entries of one response's request. */
function readEntries(response?: Response) {
	const request = response?.headers.get("X-Request-Id");
	return shop
		.logs()
		.flatMap((line) => {
			const entry = v.safeParse(entrySchema, line);
			return entry.success ? [entry.output] : [];
		})
		.filter((entry) => !response || entry.request === request);
}

/** Waits for log entries, which arrive shortly after the response. */
const expectLogged = (response: Response, ...expected: object[]) =>
	vi.waitFor(() => {
		const entries = readEntries(response);
		for (const entry of expected) expect(entries).toContainEqual(expect.objectContaining(entry));
	});

const addressHeader = { "CF-Connecting-IP": "2001:db8::7" };
const withAddress = (init: RequestInit): RequestInit => ({
	...init,
	headers: { ...Object.fromEntries(new Headers(init.headers)), ...addressHeader },
});

test("successful and rejected sign-ins are logged with time, user, IP address and sign-in method", async () => {
	const { email, id } = await createAccount(shop, { password: validPassword });
	const login = (body: object) => shop.fetch("/auth/login", withAddress(createJsonInit(body)));
	const successResponse = await login({ email, password: validPassword });
	const entry = { user: id, about: "password", address: "2001:db8::7" };
	await expectLogged(successResponse, { security: "signed in", ...entry });
	const wrongPasswordResponse = await login({ email, password: "not the password" });
	await expectLogged(
		wrongPasswordResponse,
		{ security: "sign-in rejected", ...entry },
		{ security: "request rejected", about: "POST /auth/login 401" },
	);
	const unknownEmailResponse = await login({ email: `x${email}`, password: validPassword });
	await expectLogged(unknownEmailResponse, { security: "sign-in rejected", user: null });
	const input = { name: "N", email: `new${email}`, password: validPassword };
	const signUpResponse = await shop.fetch("/auth/signup", createJsonInit(input));
	await expectLogged(signUpResponse, { security: "signed in", about: "signup" });
});

test("sign-outs, password resets, role grants and user deletions are logged", async () => {
	const account = await createAccount(shop);
	const admin = await createAdmin(shop);
	const { email, id } = account;
	const forgotResponse = await shop.fetch("/auth/forgot", createJsonInit({ email }));
	await expectLogged(forgotResponse, { security: "reset link requested", user: id });
	const token = await readResetToken(shop, email);
	const logoutResponse = await account.fetch("/auth/logout", { method: "POST" });
	await expectLogged(logoutResponse, { security: "signed out", user: id });
	const resetResponse = await shop.fetch(
		"/auth/reset",
		createJsonInit({ token, password: otherPassword }),
	);
	await expectLogged(resetResponse, { security: "password reset", user: id });
	for (const [method, security] of [
		["PUT", "admin role granted"],
		["DELETE", "user deleted"],
	] as const) {
		const response = await admin.fetch(`/user/admin/${email}`, { method });
		await expectLogged(response, { security, user: admin.id, about: id });
	}
});

test("rejected page, API, upload and cross-origin requests are logged", async () => {
	const shopper = await createAccount(shop);
	const otherShopper = await createAccount(shop);
	const pageResponse = await shopper.fetch("/dashbord/makeAdmin");
	const about = "dashbord/makeAdmin";
	await expectLogged(pageResponse, { security: "page denied", user: shopper.id, about });
	const requests: [string, RequestInit, string][] = [
		["/users", {}, "GET /users 403"],
		[`/orders/${shopper.email}`, {}, "GET /orders/:email 403"],
		["/orders", createJsonInit({}), "POST /orders 400"],
		["/images", createJsonInit({}), "POST /images 415"],
	];
	for (const [path, init, about] of requests) {
		const response = await otherShopper.fetch(path, init);
		await expectLogged(response, { security: "request rejected", user: otherShopper.id, about });
	}
	const headers = { Cookie: `session=${otherShopper.session}`, Origin: "https://evil.example" };
	const crossOriginResponse = await shop.fetch("/orders", { ...createJsonInit({}), headers });
	await expectLogged(crossOriginResponse, {
		security: "request rejected",
		about: "POST /orders 403",
	});
});

test("no log entry contains an email, a password or a token, or spans several lines", async () => {
	const account = await createAccount(shop, { password: validPassword });
	const { email, session, token } = account;
	await shop.fetch("/auth/login", createJsonInit({ email, password: validPassword }));
	await shop.fetch("/auth/login", createJsonInit({ email, password: "wrong\nsecurity" }));
	await account.fetchWithToken("/users");
	await account.fetch("/users?token=%0a%7B%22security%22%3A1");
	await shop.fetch(`/orders/${email}%0d%0a{}`);
	const linkToken = createToken();
	expect((await shop.fetch(`/pay/${linkToken}%`)).status).toBe(404);
	await shop.fetch("/auth/forgot", createJsonInit({ email }));
	const resetToken = await readResetToken(shop, email);
	await shop.fetch("/auth/reset", createJsonInit({ token: resetToken, password: otherPassword }));
	await vi.waitFor(() =>
		expect(readEntries().map(({ security }) => security)).toContain("password reset"),
	);
	const log = shop.logs().join("\n");
	const passwords = [validPassword, "wrong", otherPassword];
	for (const secret of [email, session, token, linkToken, resetToken, ...passwords]) {
		expect(log.includes(secret), secret).toBe(false);
	}
	for (const line of shop.logs().filter((text) => text.includes('"security"'))) {
		expect(line.trim()).not.toContain("\n");
	}
});

test("an unexpected error is logged with its cause but without the request's data", async () => {
	const { email } = await createAccount(shop);
	const rename = (from: string, to: string) =>
		shop.env.DB.prepare(`ALTER TABLE users RENAME COLUMN ${from} TO ${to}`).run();
	await rename("email", "lost");
	onTestFinished(async () => void (await rename("lost", "email")));
	const body = { email, password: validPassword };
	expect((await shop.fetch("/auth/login", createJsonInit(body))).status).toBe(500);
	const form = new URLSearchParams(body);
	const pageResponse = await shop.fetch("/login", { method: "POST", body: form });
	expect(pageResponse.status).toBe(500);
	const reference = pageResponse.headers.get("X-Request-Id") ?? "";
	expect(await pageResponse.text()).toContain(
		`Reference: <span class="break-words">${reference}</span>`,
	);
	await vi.waitFor(() => {
		const lines = shop.logs().filter((line) => line.includes(reference));
		expect(lines.some((line) => line.includes("no such column: users.email"))).toBe(true);
	});
	await shop.fetch("/auth/forgot", createJsonInit({ email }));
	const listFailures = () =>
		shop.logs().filter((line) => line.includes("no such column: users.email"));
	await vi.waitFor(() => expect(listFailures().length).toBeGreaterThanOrEqual(3));
	for (const secret of [email, validPassword]) {
		expect(shop.logs().join("\n").includes(secret), secret).toBe(false);
	}
});
