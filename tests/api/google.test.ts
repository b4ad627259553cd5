import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { failure } from "#contract/messages.ts";
import { users } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { createVisitor, type Visitor } from "../support/jar.ts";
import { readMails } from "../support/mail.ts";
import { asJson, randomAddress, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

type Choice = { choice?: string; email?: string; name?: string; verified?: string; hd?: string };

const newEmail = () => `g${crypto.randomUUID()}@example.com`;
const other = (email: string, verified = true): Choice => ({
	choice: "other",
	email,
	name: "Gil Google",
	hd: "example.com",
	...(verified ? { verified: "on" } : {}),
});

/** Clicks the button. @returns where Google's page is */
async function leave(visitor: Visitor, from = "/"): Promise<URL> {
	const answer = await visitor.fetch(`/auth/google?${new URLSearchParams({ from })}`);
	expect(answer.status).toBe(303);
	return new URL(answer.headers.get("Location") ?? "");
}

/** Chooses an account at Google. @returns the path that Google sends the browser back to */
async function choose(page: URL, choice: Choice): Promise<string> {
	const fields = new URLSearchParams({ ...Object.fromEntries(page.searchParams), ...choice });
	const answer = await shop.sandbox(page.pathname, { method: "POST", body: fields });
	const back = new URL(answer.headers.get("Location") ?? "");
	expect(back.origin).toBe(shop.url);
	return back.pathname + back.search;
}

/** @returns where it ends, and with which message */
async function comeBack(visitor: Visitor, path: string) {
	const answer = await visitor.fetch(path);
	const flash: { text?: string } = JSON.parse(visitor.cookie("flash") ?? "{}");
	return { status: answer.status, to: answer.headers.get("Location"), message: flash.text };
}

async function signIn(visitor: Visitor, choice: Choice, from?: string) {
	return comeBack(visitor, await choose(await leave(visitor, from), choice));
}

const findUser = (email: string) =>
	shop.db.select().from(users).where(eq(users.email, email)).get();

test("a new visitor gets an account and goes where they were going", async () => {
	const [visitor, email] = [createVisitor(shop), newEmail()];
	const end = await signIn(visitor, other(email), "/purchase/1?quantity=3");
	expect(end).toEqual({ status: 303, to: "/purchase/1?quantity=3", message: undefined });
	expect(await findUser(email)).toMatchObject({
		name: "Gil Google",
		role: "shopper",
		passwordHash: null,
	});
	const token = await visitor.fetch(`/user/${email}`, { method: "PUT" });
	expect(token.status).toBe(200);
	expect(visitor.cookie("google")).toBeUndefined();
});

test("the second time it is the same account, even under another email", async () => {
	const email = newEmail();
	await signIn(createVisitor(shop), other(email));
	const renamed = newEmail();
	await shop.db.update(users).set({ email: renamed }).where(eq(users.email, email));
	const visitor = createVisitor(shop);
	expect(await signIn(visitor, other(email))).toMatchObject({ to: "/" });
	expect((await visitor.fetch(`/admin/${renamed}`)).status).toBe(200);
	expect(await findUser(email)).toBeUndefined();
});

test("Google is asked with state, PKCE and nonce, and only for what is needed", async () => {
	const { searchParams } = await leave(createVisitor(shop));
	expect(Object.fromEntries(searchParams)).toMatchObject({
		response_type: "code",
		redirect_uri: `${shop.url}/auth/google/callback`,
		scope: "openid email profile",
		code_challenge_method: "S256",
		state: expect.stringMatching(/^[\w-]{43}$/),
		nonce: expect.stringMatching(/^[\w-]{43}$/),
	});
});

test("an account whose email was proved is linked, and keeps its password and sessions", async () => {
	const account = await createAccount(shop, { password: "secret1" });
	const visitor = createVisitor(shop);
	expect(await signIn(visitor, other(account.email))).toMatchObject({ to: "/" });
	expect((await visitor.fetch(`/user/${account.email}`, { method: "PUT" })).status).toBe(200);
	const { email } = account;
	const login = await shop.fetch("/auth/login", asJson({ email, password: "secret1" }));
	expect(login.status).toBe(200);
	expect((await account.fetch(`/admin/${email}`)).status).toBe(200);
});

test("whoever signed up with another's address loses it when its owner comes", async () => {
	const squatter = await createAccount(shop, { password: "secret1", isVerified: false });
	const { email } = squatter;
	expect(await signIn(createVisitor(shop), other(email))).toMatchObject({ to: "/" });
	expect((await squatter.fetch(`/admin/${email}`)).status).toBe(401);
	const login = await shop.fetch("/auth/login", asJson({ email, password: "secret1" }));
	expect(login.status).toBe(401);
	expect(await findUser(email)).toMatchObject({ id: squatter.id });
});

/** Of an address that Google has verified once, and does not host. */
const elsewhere = (email: string): Choice => ({ ...other(email), hd: "" });

type Fields = Record<string, string>;
const post = (visitor: Visitor, path: string, fields: Fields) =>
	visitor.fetch(path, { method: "POST", body: new URLSearchParams(fields) });

test("where Google is not authoritative an account is linked after its password, and not before", async () => {
	const { id, email, fetch } = await createAccount(shop, { password: "secret1" });
	const visitor = createVisitor(shop);
	expect(await signIn(visitor, elsewhere(email), "/tools?page=2")).toMatchObject({
		to: "/link-google",
	});
	expect(visitor.cookie("session")).toBeUndefined();
	const page = await visitor.fetch("/link-google");
	const text = await page.text();
	expect(text).toContain(email);
	expect(text, "nobody but Google's own may start empty").not.toContain("Start with an empty");
	const wrong = await post(visitor, "/link-google", { password: "not it" });
	expect([wrong.status, await wrong.text()]).toEqual([
		400,
		expect.stringContaining(failure.wrongPassword),
	]);
	expect((await post(visitor, "/link-google", { intent: "empty" })).status).toBe(403);
	expect(await findUser(email)).toMatchObject({ id, googleSub: null });
	const right = await post(visitor, "/link-google", { password: "secret1" });
	expect([right.status, right.headers.get("Location")]).toEqual([303, "/tools?page=2"]);
	expect((await visitor.fetch(`/admin/${email}`)).status).toBe(200);
	expect((await fetch(`/admin/${email}`)).status, "its sessions stay").toBe(200);
	expect(await signIn(createVisitor(shop), elsewhere(email))).toMatchObject({ to: "/" });
});

test("a link to wait for the password is Google's word, signed: none is made up", async () => {
	const { email } = await createAccount(shop, { password: "secret1" });
	const visitor = createVisitor(shop);
	expect(await (await visitor.fetch("/link-google")).text()).toContain(failure.googleStale);
	expect((await post(visitor, "/link-google", { password: "secret1" })).status).toBe(403);
	const value = { sub: "evil", email, ownsEmail: true, name: "", from: "/" };
	const body = { purpose: "google link", until: Date.now() + 60_000, value };
	const forged = `${Buffer.from(JSON.stringify(body)).toString("base64url")}.AAAA`;
	const headers = { Cookie: `link=${forged}`, Origin: shop.url };
	const fields = { method: "POST", body: new URLSearchParams({ password: "secret1" }), headers };
	const answer = await shop.fetch("/link-google", fields);
	expect(answer.status).toBe(403);
	expect(answer.headers.getSetCookie().join()).not.toContain("session=");
	expect(await findUser(email)).toMatchObject({ googleSub: null });
});

test("where Google is not authoritative an account without password is not linked", async () => {
	const { email } = await createAccount(shop);
	const end = await signIn(createVisitor(shop), elsewhere(email));
	expect(end).toMatchObject({ to: "/login?from=%2F", message: failure.googleNoPassword });
	expect(await findUser(email)).toMatchObject({ googleSub: null });
});

test("an account in use that was never verified: its password keeps it, without it it begins empty", async () => {
	for (const intent of ["link", "empty"]) {
		const maker = await createAccount(shop, { password: "secret1", isVerified: false });
		const { email } = maker;
		await shop.db.update(users).set({ phone: "555" }).where(eq(users.id, maker.id));
		const visitor = createVisitor(shop);
		expect(await signIn(visitor, other(email))).toMatchObject({ to: "/link-google" });
		expect(await (await visitor.fetch("/link-google")).text()).toContain("Start with an empty");
		const end = await post(visitor, "/link-google", { intent, password: "secret1" });
		expect([end.status, end.headers.get("Location")]).toEqual([303, "/"]);
		const user = await findUser(email);
		expect(user?.emailProvedAt).toBeInstanceOf(Date);
		expect(user).toMatchObject(
			intent === "empty"
				? { name: "Gil Google", phone: null, passwordHash: null }
				: { name: maker.name, phone: "555", passwordHash: expect.any(String) },
		);
		expect((await visitor.fetch(`/admin/${email}`)).status).toBe(200);
		const kept = intent === "empty" ? 401 : 200;
		expect((await maker.fetch(`/admin/${email}`)).status).toBe(kept);
	}
});

test("a new account is verified only where Google is authoritative; any other gets a mail", async () => {
	const [hosted, foreign] = [newEmail(), newEmail()];
	await signIn(createVisitor(shop), other(hosted));
	await signIn(createVisitor(shop), elsewhere(foreign));
	expect((await findUser(hosted))?.emailProvedAt).toBeInstanceOf(Date);
	expect(await findUser(foreign)).toMatchObject({ emailProvedAt: null });
	await expect.poll(() => readMails(shop, foreign), { timeout: 10_000 }).toHaveLength(1);
	expect(await readMails(shop, hosted)).toEqual([]);
});

test("an email that Google has not verified opens no account", async () => {
	const account = await createAccount(shop);
	const fresh = newEmail();
	for (const email of [account.email, fresh]) {
		const end = await signIn(createVisitor(shop), other(email, false));
		expect(end).toMatchObject({ to: "/login?from=%2F", message: failure.googleUnverified });
	}
	expect(await findUser(fresh)).toBeUndefined();
	expect(await findUser(account.email)).toMatchObject({ googleSub: null });
});

test("an email that is tied to another Google account is not taken over", async () => {
	const account = await createAccount(shop);
	const googleSub = `other-${account.id}`;
	await shop.db.update(users).set({ googleSub }).where(eq(users.id, account.id));
	const end = await signIn(createVisitor(shop), other(account.email));
	expect(end.message).toBe(failure.googleOther);
	expect(await findUser(account.email)).toMatchObject({ googleSub });
});

test("refused consent goes back to the login, which remembers where from", async () => {
	const end = await signIn(createVisitor(shop), { choice: "cancel" }, "/dashbord/myorders");
	expect(end).toEqual({
		status: 303,
		to: "/login?from=%2Fdashbord%2Fmyorders",
		message: failure.googleCancelled,
	});
});

test("an answer counts once", async () => {
	const visitor = createVisitor(shop);
	const path = await choose(await leave(visitor), other(newEmail()));
	expect(await comeBack(visitor, path)).toMatchObject({ to: "/", message: undefined });
	expect(await comeBack(visitor, path)).toMatchObject({ message: failure.googleStale });
});

test("a second click makes the first stale; the second still works", async () => {
	const visitor = createVisitor(shop);
	const first = await leave(visitor);
	const second = await leave(visitor);
	const email = newEmail();
	const stale = await comeBack(visitor, await choose(first, other(email)));
	expect(stale).toMatchObject({ to: "/login?from=%2F", message: failure.googleStale });
	const path = await choose(second, other(email));
	expect((await visitor.fetch(path)).headers.get("Location")).toBe("/");
});

test("another visitor's answer signs nobody in", async () => {
	const [attacker, victim] = [createVisitor(shop), createVisitor(shop)];
	const path = await choose(await leave(attacker), other(newEmail()));
	await leave(victim);
	expect(await comeBack(victim, path)).toMatchObject({ message: failure.googleStale });
	expect(victim.cookie("session")).toBeUndefined();
	expect(await comeBack(createVisitor(shop), path)).toMatchObject({ message: failure.googleStale });
});

test("a code of another attempt is worthless, PKCE and nonce see to that", async () => {
	const [attacker, victim] = [createVisitor(shop), createVisitor(shop)];
	const stolen = new URL(await choose(await leave(attacker), other(newEmail())), shop.url);
	const own = await leave(victim);
	const path = `/auth/google/callback?${new URLSearchParams({
		code: stolen.searchParams.get("code") ?? "",
		state: own.searchParams.get("state") ?? "",
	})}`;
	expect(await comeBack(victim, path)).toMatchObject({ message: failure.googleStale });
	expect(victim.cookie("session")).toBeUndefined();
});

test("a cookie that somebody made up brings no code to Google", async () => {
	const [visitor, verifier] = [createVisitor(shop), "v".repeat(43)];
	const page = await leave(visitor);
	const hash = createHash("sha256").update(verifier).digest("base64url");
	const own = { state: "mine", nonce: "mine" };
	for (const [name, value] of Object.entries({ ...own, code_challenge: hash })) {
		page.searchParams.set(name, value);
	}
	const path = await choose(page, other(newEmail()));
	const attempt = { ...own, verifier, from: "/" };
	const unsigned = { purpose: "google attempt", until: Date.now() + 60_000, value: attempt };
	const mac = (visitor.cookie("google") ?? "").split(".")[1];
	for (const forged of [
		JSON.stringify(attempt),
		`${Buffer.from(JSON.stringify(unsigned)).toString("base64url")}.${mac}`,
	]) {
		const headers = { Cookie: `google=${encodeURIComponent(forged)}` };
		const cookies = (await shop.fetch(path, { headers })).headers.getSetCookie().join();
		expect(cookies).not.toContain("session=");
		expect(decodeURIComponent(cookies)).toContain(failure.googleStale);
	}
});

test("codes: thirty a minute an address go to Google", { timeout: 60_000 }, async () => {
	const visitor = createVisitor(shop);
	const page = await leave(visitor);
	const state = page.searchParams.get("state") ?? "";
	const cookie = `google=${encodeURIComponent(visitor.cookie("google") ?? "")}`;
	const network = randomAddress();
	const send = async () => {
		const path = `/auth/google/callback?${new URLSearchParams({ state, code: "made up" })}`;
		const headers = { Cookie: cookie, "CF-Connecting-IP": network };
		const flash = (await shop.fetch(path, { headers })).headers.getSetCookie().join();
		return decodeURIComponent(flash).includes(failure.tooOften) ? "refused" : "asked";
	};
	let asked = 0;
	for (let sent = 0; sent < 140; sent += 20) {
		const ends = await Promise.all(Array.from({ length: 20 }, send));
		asked += ends.filter((end) => end === "asked").length;
		if (ends.includes("refused")) break;
	}
	expect(asked).toBeGreaterThanOrEqual(30);
	expect(asked, "never refused").toBeLessThan(140);
});

test("a name that hides what it says is kept as it would be from a form", async () => {
	const [visitor, email] = [createVisitor(shop), newEmail()];
	await signIn(visitor, { ...other(email), name: "\u202eGil\u2066 \u3164Google" });
	expect(await findUser(email)).toMatchObject({ name: "Gil \u3164Google" });
	const hidden = newEmail();
	await signIn(createVisitor(shop), { ...other(hidden), name: "\u3164" });
	expect(await findUser(hidden)).toMatchObject({ name: hidden });
});

test.each(["https://evil.example", "//evil.example", "/\\evil.example", "/login"])(
	"from=%s leads home",
	async (from) => {
		expect((await signIn(createVisitor(shop), other(newEmail()), from)).to).toBe("/");
	},
);

test("a callback of nothing, or of rubbish, says so", async () => {
	const visitor = createVisitor(shop);
	for (const query of ["", "?state=&code=", "?code=x&state=%E0%A4%A", "?error=server_error"]) {
		const end = await comeBack(visitor, `/auth/google/callback${query}`);
		expect(end).toMatchObject({ status: 303, message: failure.googleStale });
	}
});
