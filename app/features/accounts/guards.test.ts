import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { cookiesContext, requestErrorContext, shopContext } from "#app/lib/context.ts";
import { errors, ShopError } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import { createCookies } from "#worker/http/cookies.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
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
	const local = createLocalShop();
	const shop = local.createShopFor(who);
	const [clearSession, flash] = [vi.fn(), vi.fn()];
	const context = new RouterContextProvider();
	context.set(shopContext, shop);
	context.set(requestErrorContext, asked.refusal ?? null);
	const url = new URL(path, "https://shop.example");
	const request = new Request(url, { headers, method });
	context.set(cookiesContext, { ...createCookies(request), clearSession, flash });
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
	return { thrown, to, isSignedOut: clearSession.mock.calls.length > 0, texts };
}

const login = "/login?from=%2Fdashbord%2FmakeAdmin";

test("the guard lets authorized visitors pass", async () => {
	const nothing = { thrown: null, isSignedOut: false, texts: [] };
	expect(await ask(account("admin"))).toMatchObject(nothing);
	expect(await ask(account("admin"), { pattern: "dashbord/makeAdmin" })).toMatchObject(nothing);
	expect(await ask(null, { pattern: "/tools" })).toMatchObject(nothing);
});

test("a page that is missing from the table of permissions is refused to everyone", async () => {
	for (const who of [null, account("shopper"), account("admin")]) {
		const { thrown } = await ask(who, { pattern: "/dashbord/forgotten" });
		expect(thrown).toMatchObject({ code: "forbidden" });
	}
});

test("an anonymous visitor is sent to the login, with the requested page as return path", async () => {
	const { to, isSignedOut, texts } = await ask(null, {
		path: "/dashbord/makeAdmin?page=2&by=name",
	});
	expect(to).toBe("/login?from=%2Fdashbord%2FmakeAdmin%3Fpage%3D2%26by%3Dname");
	expect([isSignedOut, texts]).toEqual([false, []]);
});

test("the wrong role is signed out and sent to the login with a message", async () => {
	const error = { kind: "error", text: errors.admin_only.message };
	for (const headers of [{}, { "Sec-Fetch-Dest": "document" }, { "Sec-Fetch-Dest": "empty" }]) {
		const found = await ask(account("shopper"), { headers });
		expect(found).toMatchObject({ to: login, isSignedOut: true, texts: [error] });
	}
});

test.each<[string, Asked]>([
	["is prefetched", { headers: { "Sec-Purpose": "prefetch;prerender" } }],
	["is requested by HEAD", { method: "HEAD" }],
	["is requested as a picture", { headers: { "Sec-Fetch-Dest": "image" } }],
	["is requested as a frame", { headers: { "Sec-Fetch-Dest": "iframe" } }],
])("a page for another role that %s signs nobody out", async (_, asked) => {
	const found = await ask(account("shopper"), asked);
	expect(found).toMatchObject({ to: login, isSignedOut: false, texts: [] });
});

test.each(["cross-site", "same-site"])(
	"a %s link to it signs nobody out, and shows a message",
	async (site) => {
		const headers = { "Sec-Fetch-Site": site, "Sec-Fetch-Dest": "document" };
		const found = await ask(account("shopper"), { headers });
		expect(found).toMatchObject({ to: login, isSignedOut: false });
		expect(found.texts).toEqual([{ kind: "error", text: errors.admin_only.message }]);
	},
);

test("a refused page is logged by its route pattern only", async () => {
	const log = vi.spyOn(console, "log").mockReturnValue(undefined);
	await ask(null, { path: "/dashbord/makeAdmin?page=secret" });
	const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
	log.mockRestore();
	const about = "/dashbord/makeAdmin";
	expect(lines).toMatchObject([{ security: "page denied", user: null, about }]);
	expect(JSON.stringify(lines)).not.toContain("secret");
});

test("an anonymous form post is refused with a message", async () => {
	const { texts } = await ask(null, { method: "POST" });
	expect(texts).toEqual([{ kind: "error", text: errors.unauthenticated.message }]);
});

test("a failed request throws its error without signing anyone out, unless the guard refuses the page", async () => {
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
