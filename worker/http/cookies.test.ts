import { Hono } from "hono";
import { expect, test } from "vitest";
import { google } from "#worker/api/google.ts";
import type { Shop } from "#worker/shop/context.ts";
import { openCookieJar } from "./cookies.ts";
import type { AppEnv } from "./request-context.ts";

const app = new Hono<AppEnv>()
	.get("/jar", (context) => {
		const jar = openCookieJar(context);
		jar.keepSession("secret", new Date(Date.now() + 60_000));
		jar.keepBookmark("bookmark");
		jar.keepFlash({ kind: "success", text: "Done" });
		jar.send();
		return context.text(jar.session ?? "nobody");
	})
	.use(async (context, next) => {
		const env = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
		context.set("shop", { env, origin: "https://shop.example", account: null } as Shop);
		await next();
	})
	.route("/", google);

const cookiesOf = async (path: string, headers: Record<string, string> = {}) =>
	(await app.request(`https://shop.example${path}`, { headers })).headers.getSetCookie();

test("over https every cookie is __Host-prefixed, Secure and HttpOnly", async () => {
	const cookies = [...(await cookiesOf("/jar")), ...(await cookiesOf("/auth/google"))];
	const names = cookies.map((cookie) => cookie.split("=")[0]);
	expect(names).toEqual(["session", "bookmark", "flash", "google"].map((name) => `__Host-${name}`));
	for (const cookie of cookies) {
		for (const word of ["; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/"]) {
			expect(cookie).toContain(word);
		}
		expect(cookie).not.toContain("Domain");
	}
});

test("over https a cookie without the prefix, which a subdomain may have set, is ignored", async () => {
	const ask = async (Cookie: string) =>
		(await app.request("https://shop.example/jar", { headers: { Cookie } })).text();
	expect(await ask("session=planted")).toBe("nobody");
	expect(await ask("__Host-session=own")).toBe("own");
});

const messages = new Hono<AppEnv>()
	.get("/read", (context) => {
		const jar = openCookieJar(context);
		const message = jar.takeFlash();
		context.res = Response.json(message, { status: Number(context.req.query("status") ?? 200) });
		jar.send();
		return context.res;
	})
	.get("/leave", (context) => {
		const jar = openCookieJar(context);
		jar.takeFlash();
		jar.keepFlash({ kind: "success", text: "Next" });
		jar.send();
		return context.body(null);
	})
	.get("/out", (context) => {
		const jar = openCookieJar(context);
		jar.clearSession();
		jar.send();
		return context.json([jar.session, jar.bookmark]);
	});

const read = (path: string, Cookie: string) =>
	messages.request(`http://shop.example${path}`, { headers: { Cookie } });

const flash = (value: object) => `flash=${encodeURIComponent(JSON.stringify(value))}`;
const done = { kind: "success", text: "Done" };
const gone = "flash=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax";

test("a message is read once: the page that shows it takes it away, a redirect does not", async () => {
	const page = await read("/read", flash(done));
	expect([await page.json(), page.headers.getSetCookie()]).toEqual([done, [gone]]);
	for (const status of [202, 302, 303]) {
		const { headers } = await read(`/read?status=${status}`, flash(done));
		expect(headers.getSetCookie(), String(status)).toEqual([]);
	}
	for (const status of [400, 404, 500]) {
		const { headers } = await read(`/read?status=${status}`, flash(done));
		expect(headers.getSetCookie(), String(status)).toEqual([gone]);
	}
	const none = await read("/read", "");
	expect([await none.json(), none.headers.getSetCookie()]).toEqual([null, []]);
});

test("a message that is left for the next page is not taken away with the one before", async () => {
	const { headers } = await read("/leave", flash(done));
	expect(headers.getSetCookie()).toHaveLength(1);
	expect(decodeURIComponent(headers.getSetCookie()[0] ?? "")).toContain('"text":"Next"');
});

test.each([
	"flash=junk",
	flash({ kind: "shout", text: "Done" }),
	flash({ kind: "error", text: "a".repeat(501) }),
])("an invalid flash message is not shown, and its cookie is deleted: %s", async (cookie) => {
	const page = await read("/read", cookie);
	expect([await page.json(), page.headers.getSetCookie()]).toEqual([null, [gone]]);
});

test("signing out takes the list of tools that were looked at along, where there is one", async () => {
	const namesAfter = async (cookie: string) =>
		(await read("/out", cookie)).headers.getSetCookie().map((line) => line.split("=")[0]);
	expect(await namesAfter("session=a")).toEqual(["session"]);
	expect(await namesAfter("session=a; viewed=b")).toEqual(["session", "viewed"]);
});

test.each([
	["00000001-00000002-00000003-0123456789abcdef0123456789abcdef", true],
	["00000001-00000002-00000003", false],
	["x00000001-00000002-00000003-0123456789abcdef", false],
	["00000001-00000002-00000003-0123456789abcdefx", false],
	["", false],
])("D1 is asked with a bookmark of its own alone: %s", async (bookmark, isOwn) => {
	const answer = await read("/out", `bookmark=${bookmark}`);
	expect(await answer.json()).toEqual([null, isOwn ? bookmark : null]);
});
