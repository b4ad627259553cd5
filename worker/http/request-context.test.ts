import { DatabaseSync } from "node:sqlite";
import { sql } from "drizzle-orm";
import { type ExecutionContext, Hono } from "hono";
import { expect, onTestFinished, test, vi } from "vitest";
import { createQueryStats } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import { createLaggingD1 } from "../../tests/support/lagging-d1.ts";
import { type AppEnv, getNetwork, loadRequestContext } from "./request-context.ts";

const write = async ({ shop }: AppEnv["Variables"]) =>
	shop.db.run(sql`insert into notes (text) values ('written')`);

const app = new Hono<AppEnv>()
	.use(async (context, next) => {
		context.set("queryStats", createQueryStats());
		await next();
	})
	.use(loadRequestContext)
	.get("/notes", async ({ var: { shop }, json }) =>
		json(await shop.db.all(sql`select text from notes`)),
	)
	.get("/auth/callback", async ({ var: variables, text }) => {
		await write(variables);
		return text("ok");
	})
	.get("/renew-session", async ({ var: variables, text }) => {
		await write(variables);
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
		shop.purgeAfterResponse(["products", "home"]);
		shop.purgeAfterResponse(["products"]);
		return text("ok");
	})
	.post("/change-no-row", async ({ var: { shop }, text }) => {
		await shop.db.run(sql`delete from notes where text = 'of an earlier attempt'`);
		return text("ok");
	})
	.post("/notes", async ({ var: variables, text }) => {
		await write(variables);
		return text("ok");
	});

/** Creates a database whose replicas lag 50 writes behind, and `send`, which sends a request to the app with it. */
function createApp() {
	const sqlite = new DatabaseSync(":memory:");
	sqlite.exec("CREATE TABLE notes (text)");
	const { d1, sessionConstraints, setLag, createOtherDatabaseBookmark, close } =
		createLaggingD1(sqlite);
	onTestFinished(close);
	setLag(50);
	const env = { DB: d1 } as unknown as Env;
	const backgroundWork: Promise<unknown>[] = [];
	const purgedTags: string[][] = [];
	const purge = async (tags: string[]) => {
		purgedTags.push(tags);
		return { success: true, errors: [] };
	};
	const context = {
		waitUntil: (work: Promise<unknown>) => backgroundWork.push(work),
		exports: { Storefront: { purge } },
		props: {},
	} as unknown as ExecutionContext;
	const send = (method: string, path = "/notes", headers: Record<string, string> = {}) =>
		app.request(`https://shop.test${path}`, { method, headers }, env, context);
	/** @returns the Cookie header that the browser sends after this response */
	const getCookie = (response: Response) => response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
	return {
		sessionConstraints,
		send,
		getCookie,
		createOtherDatabaseBookmark,
		backgroundWork,
		purgedTags,
	};
}

const writtenNotes = [{ text: "written" }];

test("visitors read their own writes even if the replica lags, while others may read older data", async () => {
	const { sessionConstraints, send, getCookie } = createApp();
	const response = await send("POST");
	expect(response.headers.getSetCookie()).toEqual([
		expect.stringMatching(
			/^__Host-bookmark=[\w-]{40,110}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
		),
	]);
	const Cookie = getCookie(response);
	expect(await (await send("GET", "/notes", { Cookie })).json()).toEqual(writtenNotes);
	expect(await (await send("GET")).json()).toEqual([]);
	const bookmark = Cookie.replace("__Host-bookmark=", "");
	expect(sessionConstraints).toEqual(["first-primary", bookmark, "first-unconstrained"]);
});

test.each(["/auth/callback", "/renew-session"])(
	"a GET that writes, such as Google's callback, sets a bookmark too: %s",
	async (path) => {
		const { send, getCookie } = createApp();
		const Cookie = getCookie(await send("GET", path));
		expect(await (await send("GET", "/notes", { Cookie })).json()).toEqual(writtenNotes);
	},
);

test("a write that changes no row sets a bookmark, because an earlier attempt may have been committed", async () => {
	const { send, getCookie } = createApp();
	expect(getCookie(await send("POST", "/change-no-row"))).toMatch(/^__Host-bookmark=/);
});

test("a visitor who only reads gets no bookmark", async () => {
	const { send } = createApp();
	await send("POST");
	expect((await send("GET")).headers.getSetCookie()).toEqual([]);
});

test("requests that may write, or that have a bearer token, read the primary", async () => {
	const { sessionConstraints, send } = createApp();
	const Cookie = "__Host-bookmark=00000001-00000002-00004e2f-0a1b2c3d4e5f60718293a4b5c6d7e8f9";
	await send("POST", "/notes", { Cookie });
	await send("GET", "/auth/callback", { Cookie });
	await send("GET", "/notes", { Authorization: "Bearer none" });
	expect(sessionConstraints).toEqual(["first-primary", "first-primary", "first-primary"]);
});

test("a request with the D1 bookmark of a replaced database succeeds and gets a new bookmark", async () => {
	const { send, getCookie, createOtherDatabaseBookmark } = createApp();
	await send("POST");
	const headers = { Cookie: `__Host-bookmark=${createOtherDatabaseBookmark()}` };
	const response = await send("GET", "/notes", headers);
	expect(await response.json()).toEqual(writtenNotes);
	const next = await send("GET", "/notes", { Cookie: getCookie(response) });
	expect(await next.json()).toEqual(writtenNotes);
	expect(next.headers.getSetCookie()).toEqual([]);
});

test.each([
	["a constraint of D1", "first-primary"],
	["other text", "x"],
	["SQL", "' OR 1 --"],
	["a bookmark with 4,000 more characters", `${"0".repeat(8)}${"f".repeat(4000)}`],
	["a part of a bookmark", "00000001-00000002-00000003"],
	["a bookmark with a prefix", "x00000001-00000002-00000003-0123456789abcdef"],
	["a bookmark with a suffix", "00000001-00000002-00000003-0123456789abcdefx"],
	["an empty text", ""],
])("%s is not accepted as a D1 bookmark", async (_, forged) => {
	const { sessionConstraints, send } = createApp();
	const headers = { Cookie: `__Host-bookmark=${forged}` };
	expect((await send("GET", "/notes", headers)).status).toBe(200);
	expect(sessionConstraints).toEqual(["first-unconstrained"]);
});

test("a request purges each of its cache tags once", async () => {
	const { send, backgroundWork, purgedTags } = createApp();
	vi.spyOn(console, "error").mockReturnValue(undefined);
	await send("GET");
	expect(backgroundWork).toEqual([]);
	await send("POST", "/purge");
	await Promise.all(backgroundWork);
	expect(purgedTags).toEqual([["products", "home"]]);
});

test("takes a visitor's address from CF-Connecting-IP, which Cloudflare sends", async () => {
	const { send } = createApp();
	const response = await send("GET", "/visitor", { "CF-Connecting-IP": "192.0.2.7" });
	const visitor = { account: null, address: "192.0.2.7", sessionError: null };
	expect(await response.json()).toEqual(visitor);
});

test("a request whose session cannot be read gets an error instead of being treated as anonymous", async () => {
	const { send } = createApp();
	const log = vi.spyOn(console, "error").mockReturnValue(undefined);
	const response = await send("GET", "/visitor", { Cookie: "__Host-session=a-session" });
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
])("rate limits count requests from %s under the key %s", (address, network) => {
	expect(getNetwork(address)).toBe(network);
});
