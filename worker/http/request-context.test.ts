import { DatabaseSync } from "node:sqlite";
import { sql } from "drizzle-orm";
import { type ExecutionContext, Hono } from "hono";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMeter } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import { createLaggingD1 } from "../../tests/support/lagging-d1.ts";
import { type AppEnv, loadRequestContext, networkOf } from "./request-context.ts";

const write = async ({ shop }: AppEnv["Variables"]) =>
	shop.db.run(sql`insert into notes (text) values ('written')`);

const app = new Hono<AppEnv>()
	.use(async (context, next) => {
		context.set("meter", createMeter());
		await next();
	})
	.use(loadRequestContext)
	.get("/notes", async ({ var: { shop }, json }) =>
		json(await shop.db.all(sql`select text from notes`)),
	)
	.get("/auth/callback", async ({ var: own, text }) => {
		await write(own);
		return text("ok");
	})
	.get("/slide", async ({ var: own, text }) => {
		await write(own);
		return text("ok");
	})
	.get("/visitor", ({ var: { shop, sessionError }, json }) =>
		json({
			account: shop.account,
			address: shop.visitor.address,
			sessionError: sessionError?.code ?? null,
		}),
	)
	.post("/purge", ({ var: { shop }, text }) => {
		shop.purge(["products", "home"]);
		shop.purge(["products"]);
		return text("ok");
	})
	.post("/nothing", async ({ var: { shop }, text }) => {
		await shop.db.run(sql`delete from notes where text = 'of an earlier try'`);
		return text("ok");
	})
	.post("/notes", async ({ var: own, text }) => {
		await write(own);
		return text("ok");
	});

/** @returns what asks the app, each on the same database whose replicas are 50 writes behind */
function createApp() {
	const sqlite = new DatabaseSync(":memory:");
	sqlite.exec("CREATE TABLE notes (text)");
	const { d1, begun, lagBehind, foreignBookmark, close } = createLaggingD1(sqlite);
	onTestFinished(close);
	lagBehind(50);
	const env = { DB: d1 } as unknown as Env;
	const works: Promise<unknown>[] = [];
	const purged: string[][] = [];
	const purge = async (tags: string[]) => {
		purged.push(tags);
		return { success: true, errors: [] };
	};
	const context = {
		waitUntil: (work: Promise<unknown>) => works.push(work),
		exports: { Storefront: { purge } },
		props: {},
	} as unknown as ExecutionContext;
	const ask = (method: string, path = "/notes", headers: Record<string, string> = {}) =>
		app.request(`https://shop.test${path}`, { method, headers }, env, context);
	/** @returns the cookie, as the browser sends it back */
	const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
	return { begun, ask, cookieOf, foreignBookmark, works, purged };
}

const written = [{ text: "written" }];

test("a visitor reads their own writes although the replica lags; others may read older data", async () => {
	const { begun, ask, cookieOf } = createApp();
	const response = await ask("POST");
	expect(response.headers.getSetCookie()).toEqual([
		expect.stringMatching(
			/^__Host-bookmark=[\w-]{40,110}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
		),
	]);
	const Cookie = cookieOf(response);
	expect(await (await ask("GET", "/notes", { Cookie })).json()).toEqual(written);
	expect(await (await ask("GET")).json()).toEqual([]);
	const bookmark = Cookie.replace("__Host-bookmark=", "");
	expect(begun).toEqual(["first-primary", bookmark, "first-unconstrained"]);
});

test.each(["/auth/callback", "/slide"])(
	"a GET that writes, such as Google's way back, hands out a bookmark too: %s",
	async (path) => {
		const { ask, cookieOf } = createApp();
		const Cookie = cookieOf(await ask("GET", path));
		expect(await (await ask("GET", "/notes", { Cookie })).json()).toEqual(written);
	},
);

test("a write that changes no row sets a bookmark: an earlier attempt may have been committed", async () => {
	const { ask, cookieOf } = createApp();
	expect(cookieOf(await ask("POST", "/nothing"))).toMatch(/^__Host-bookmark=/);
});

test("a visitor who only reads gets no bookmark", async () => {
	const { ask } = createApp();
	await ask("POST");
	expect((await ask("GET")).headers.getSetCookie()).toEqual([]);
});

test("requests that may write, and clients with a token, read the primary", async () => {
	const { begun, ask } = createApp();
	const Cookie = "__Host-bookmark=00000001-00000002-00004e2f-0a1b2c3d4e5f60718293a4b5c6d7e8f9";
	await ask("POST", "/notes", { Cookie });
	await ask("GET", "/auth/callback", { Cookie });
	await ask("GET", "/notes", { Authorization: "Bearer none" });
	expect(begun).toEqual(["first-primary", "first-primary", "first-primary"]);
});

test("a page is served in spite of a bookmark of a replaced database, and the bookmark is replaced", async () => {
	const { ask, cookieOf, foreignBookmark } = createApp();
	await ask("POST");
	const headers = { Cookie: `__Host-bookmark=${foreignBookmark()}` };
	const response = await ask("GET", "/notes", headers);
	expect(await response.json()).toEqual(written);
	const again = await ask("GET", "/notes", { Cookie: cookieOf(response) });
	expect(await again.json()).toEqual(written);
	expect(again.headers.getSetCookie()).toEqual([]);
});

test.each([
	["a constraint of D1", "first-primary"],
	["a word", "x"],
	["SQL", "' OR 1 --"],
	["a bookmark and 4,000 characters more", `${"0".repeat(8)}${"f".repeat(4000)}`],
	["a part of a bookmark", "00000001-00000002-00000003"],
	["more before a bookmark", "x00000001-00000002-00000003-0123456789abcdef"],
	["more behind a bookmark", "00000001-00000002-00000003-0123456789abcdefx"],
	["nothing", ""],
])("%s is not a bookmark, and starts no D1 session", async (_, forged) => {
	const { begun, ask } = createApp();
	const headers = { Cookie: `__Host-bookmark=${forged}` };
	expect((await ask("GET", "/notes", headers)).status).toBe(200);
	expect(begun).toEqual(["first-unconstrained"]);
});

test("a request purges each of its tags once, and nothing where nothing changed", async () => {
	const { ask, works, purged } = createApp();
	vi.spyOn(console, "error").mockReturnValue(undefined);
	await ask("GET");
	expect(works).toEqual([]);
	await ask("POST", "/purge");
	await Promise.all(works);
	expect(purged).toHaveLength(1);
	expect(purged[0]).toEqual(["products", "home"]);
});

test("a visitor's address is the one that Cloudflare sends", async () => {
	const { ask } = createApp();
	const response = await ask("GET", "/visitor", { "CF-Connecting-IP": "192.0.2.7" });
	const visitor = { account: null, address: "192.0.2.7", sessionError: null };
	expect(await response.json()).toEqual(visitor);
});

test("when the session cannot be read, requests that need one get an error instead of being anonymous", async () => {
	const { ask } = createApp();
	const log = vi.spyOn(console, "error").mockReturnValue(undefined);
	const response = await ask("GET", "/visitor", { Cookie: "__Host-session=a-session" });
	expect(await response.json()).toMatchObject({ sessionError: "unavailable" });
	expect(log).toHaveBeenCalledWith("session", expect.anything());
});

test.each([
	["203.0.113.7", "203.0.113.7"],
	["::ffff:203.0.113.7", "::ffff:203.0.113.7"],
	["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
	["2001:db8:1:2::9", "2001:db8:1:2::/64"],
	["2001:db8::9", "2001:db8:0:0::/64"],
	["2001:db8::1:0:0:9", "2001:db8:0:0::/64"],
	["2001:0DB8:0001:2::9", "2001:db8:1:2::/64"],
	["2001:db8:1:2:0:0:0:9", "2001:db8:1:2::/64"],
	["2001:db8:0:2:0:0:0:9", "2001:db8:0:2::/64"],
	["not:an:address", "not:an:address"],
	["2001::3:4:5:6:7", "2001:0:0:3::/64"],
	["::1", "0:0:0:0::/64"],
	["", ""],
])("%s is counted as %s", (address, network) => {
	expect(networkOf(address)).toBe(network);
});
