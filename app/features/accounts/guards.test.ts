import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { refusalContext, shopContext } from "#app/lib/context.ts";
import { errors, ShopError } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import { openLocalShop } from "../../../tests/support/local-shop.ts";
import { guardPages } from "./guards.ts";

const account = (role: Account["role"]): Account => ({
	...{ id: "1", email: "ada@example.com", name: "Ada", role },
});

type Asked = {
	pattern?: string;
	path?: string;
	headers?: Record<string, string>;
	method?: string;
	refusal?: ShopError | null;
};

/** Asks for a page. @returns what the guard threw, and what it did to the visitor */
async function ask(who: Account | null, asked: Asked = {}) {
	const { pattern = "/dashbord/makeAdmin", path = pattern, headers = {}, method = "GET" } = asked;
	const local = openLocalShop();
	const shop = local.shopOf(who);
	const [dropSession, flash] = [vi.fn(), vi.fn()];
	const context = new RouterContextProvider();
	context.set(shopContext, { ...shop, visitor: { ...shop.visitor, dropSession, flash } });
	context.set(refusalContext, asked.refusal ?? null);
	const url = new URL(path, "https://shop.example");
	const request = new Request(url, { headers, method });
	const next = async () => new Response();
	let thrown: unknown = null;
	try {
		await guardPages({ request, url, pattern, context, params: {} }, next);
	} catch (error) {
		thrown = error;
	} finally {
		local.close();
	}
	const to = thrown instanceof Response ? thrown.headers.get("Location") : null;
	const texts = flash.mock.calls.map(([message]) => message);
	return { thrown, to, isSignedOut: dropSession.mock.calls.length > 0, texts };
}

const login = "/login?from=%2Fdashbord%2FmakeAdmin";

test("whom the table of permissions admits, the guard lets pass", async () => {
	const nothing = { thrown: null, isSignedOut: false, texts: [] };
	expect(await ask(account("admin"))).toMatchObject(nothing);
	expect(await ask(account("admin"), { pattern: "dashbord/makeAdmin" })).toMatchObject(nothing);
	expect(await ask(null, { pattern: "/tools" })).toMatchObject(nothing);
});

test("a page that is not in the table of permissions is refused to everybody", async () => {
	for (const who of [null, account("shopper"), account("admin")]) {
		const { thrown } = await ask(who, { pattern: "/dashbord/forgotten" });
		expect(thrown).toMatchObject({ code: "forbidden" });
	}
});

test("nobody is sent to the login, and signed in again comes back to what they asked for", async () => {
	const { to, isSignedOut, texts } = await ask(null, {
		path: "/dashbord/makeAdmin?page=2&by=name",
	});
	expect(to).toBe("/login?from=%2Fdashbord%2FmakeAdmin%3Fpage%3D2%26by%3Dname");
	expect([isSignedOut, texts]).toEqual([false, []]);
});

test("the wrong role is signed out, reads why, and is sent to the login", async () => {
	const error = { kind: "error", text: errors.admin_only.message };
	for (const headers of [{}, { "Sec-Fetch-Dest": "document" }, { "Sec-Fetch-Dest": "empty" }]) {
		const found = await ask(account("shopper"), { headers });
		expect(found).toMatchObject({ to: login, isSignedOut: true, texts: [error] });
	}
});

test.each<[string, Asked]>([
	["is fetched ahead of a click", { headers: { "Sec-Purpose": "prefetch;prerender" } }],
	["is asked for by HEAD", { method: "HEAD" }],
	["is named as a picture", { headers: { "Sec-Fetch-Dest": "image" } }],
	["is named as a frame", { headers: { "Sec-Fetch-Dest": "iframe" } }],
])("a page of another role that %s signs nobody out", async (_, asked) => {
	const found = await ask(account("shopper"), asked);
	expect(found).toMatchObject({ to: login, isSignedOut: false, texts: [] });
});

test.each(["cross-site", "same-site"])(
	"a link on a page that is %s signs nobody out, and the visitor reads why",
	async (site) => {
		const headers = { "Sec-Fetch-Site": site, "Sec-Fetch-Dest": "document" };
		const found = await ask(account("shopper"), { headers });
		expect(found).toMatchObject({ to: login, isSignedOut: false });
		expect(found.texts).toEqual([{ kind: "error", text: errors.admin_only.message }]);
	},
);

test("a page that is refused is noted, by its pattern alone", async () => {
	const log = vi.spyOn(console, "log").mockReturnValue(undefined);
	await ask(null, { path: "/dashbord/makeAdmin?page=secret" });
	const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
	log.mockRestore();
	const about = "/dashbord/makeAdmin";
	expect(lines).toMatchObject([{ security: "page refused", user: null, about }]);
	expect(JSON.stringify(lines)).not.toContain("secret");
});

test("who sends a form without being signed in reads why nothing was done", async () => {
	const { texts } = await ask(null, { method: "POST" });
	expect(texts).toEqual([{ kind: "error", text: errors.unauthenticated.message }]);
});

test("a request that cannot be met is refused: before the guard signs anyone out, or after it", async () => {
	const refuse = async (refusal: ShopError | null, pattern: string) => {
		const { thrown, isSignedOut } = await ask(account("shopper"), { pattern, refusal });
		return { thrown, isSignedOut };
	};
	const unavailable = new ShopError("unavailable");
	const unreadable = new ShopError("malformed_form");
	const refused = (thrown: ShopError | null) => ({ thrown, isSignedOut: false });
	expect(await refuse(unavailable, "/")).toEqual(refused(unavailable));
	expect(await refuse(unavailable, "/dashbord/makeAdmin")).toEqual(refused(unavailable));
	expect(await refuse(unreadable, "/")).toEqual(refused(unreadable));
	expect(await refuse(null, "/")).toEqual(refused(null));
	const guarded = await refuse(unreadable, "/dashbord/makeAdmin");
	expect(guarded.thrown).toBeInstanceOf(Response);
});
