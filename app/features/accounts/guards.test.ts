import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { cookiesContext, requestErrorContext, shopContext } from "#app/lib/context.ts";
import { errors, ShopError } from "#contract/errors.ts";
import { type Account, can, defaultRole, roleNames } from "#contract/roles.ts";
import { createCookies } from "#worker/http/cookies.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { guardPages } from "./guards.ts";

const createAccount = (role: Account["role"]): Account => ({
	id: "1",
	email: "ada@example.com",
	name: "Ada",
	role,
});

type PageRequest = {
	pattern?: string;
	path?: string;
	headers?: Record<string, string>;
	method?: string;
	requestError?: ShopError | null;
};

/** Requests a page. Returns what the guard threw, where it redirects, whether it signed the visitor out, and its flash messages. */
async function requestPage(visitor: Account | null, page: PageRequest = {}) {
	const { pattern = "/dashbord/makeAdmin", path = pattern, headers = {}, method = "GET" } = page;
	const localShop = createLocalShop();
	const shop = localShop.createContext(visitor);
	const [clearSession, flash] = [vi.fn(), vi.fn()];
	const context = new RouterContextProvider();
	context.set(shopContext, shop);
	context.set(requestErrorContext, page.requestError ?? null);
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
		localShop.close();
	}
	const location = thrown instanceof Response ? thrown.headers.get("Location") : null;
	const messages = flash.mock.calls.map(([message]) => message);
	return { thrown, location, isSignedOut: clearSession.mock.calls.length > 0, messages };
}

const loginPath = "/login?from=%2Fdashbord%2FmakeAdmin";

test("the guard lets authorized visitors through", async () => {
	const granted = { thrown: null, isSignedOut: false, messages: [] };
	expect(await requestPage(createAccount("admin"))).toMatchObject(granted);
	expect(
		await requestPage(createAccount("admin"), { pattern: "dashbord/makeAdmin" }),
	).toMatchObject(granted);
	expect(await requestPage(null, { pattern: "/tools" })).toMatchObject(granted);
});

test("a page without an entry in the permission table is denied to everyone", async () => {
	for (const visitor of [null, createAccount("shopper"), createAccount("admin")]) {
		const { thrown } = await requestPage(visitor, { pattern: "/dashbord/forgotten" });
		expect(thrown).toMatchObject({ code: "forbidden" });
	}
});

test("an anonymous visitor is redirected to the login page, with the requested page as the return path", async () => {
	const { location, isSignedOut, messages } = await requestPage(null, {
		path: "/dashbord/makeAdmin?page=2&by=name",
	});
	expect(location).toBe("/login?from=%2Fdashbord%2FmakeAdmin%3Fpage%3D2%26by%3Dname");
	expect([isSignedOut, messages]).toEqual([false, []]);
});

test("a visitor with the wrong role is signed out and redirected to the login page with a message", async () => {
	const error = { kind: "error", text: errors.admin_only.message };
	for (const headers of [{}, { "Sec-Fetch-Dest": "document" }, { "Sec-Fetch-Dest": "empty" }]) {
		const result = await requestPage(createAccount("shopper"), { headers });
		expect(result).toMatchObject({ location: loginPath, isSignedOut: true, messages: [error] });
	}
});

const limitedStaffRoles = roleNames.filter(
	(role) => role !== defaultRole && !can({ role }, "users:manage"),
);

test.each(limitedStaffRoles)(
	"staff with the role %s who open a page of another role get a message and stay signed in",
	async (role) => {
		const result = await requestPage(createAccount(role));
		expect(result).toMatchObject({ location: loginPath, isSignedOut: false });
		expect(result.messages).toMatchObject([{ kind: "error" }]);
	},
);

test.each<[string, PageRequest]>([
	["is prefetched", { headers: { "Sec-Purpose": "prefetch;prerender" } }],
	["is requested with HEAD", { method: "HEAD" }],
	["is requested as an image", { headers: { "Sec-Fetch-Dest": "image" } }],
	["is requested as a frame", { headers: { "Sec-Fetch-Dest": "iframe" } }],
])("a page for another role does not sign the visitor out if it %s", async (_, page) => {
	const result = await requestPage(createAccount("shopper"), page);
	expect(result).toMatchObject({ location: loginPath, isSignedOut: false, messages: [] });
});

test.each(["cross-site", "same-site"])(
	"a %s link to a page for another role shows a message and does not sign the visitor out",
	async (site) => {
		const headers = { "Sec-Fetch-Site": site, "Sec-Fetch-Dest": "document" };
		const result = await requestPage(createAccount("shopper"), { headers });
		expect(result).toMatchObject({ location: loginPath, isSignedOut: false });
		expect(result.messages).toEqual([{ kind: "error", text: errors.admin_only.message }]);
	},
);

test("logs a denied page by its route pattern, not by its URL", async () => {
	const log = vi.spyOn(console, "log").mockReturnValue(undefined);
	await requestPage(null, { path: "/dashbord/makeAdmin?page=secret" });
	const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
	log.mockRestore();
	const route = "/dashbord/makeAdmin";
	expect(lines).toMatchObject([{ security: "page denied", user: null, about: route }]);
	expect(JSON.stringify(lines)).not.toContain("secret");
});

test("an anonymous visitor who submits a form sees an error message", async () => {
	const { messages } = await requestPage(null, { method: "POST" });
	expect(messages).toEqual([{ kind: "error", text: errors.unauthenticated.message }]);
});

test("rethrows the request's error and keeps the session, unless access to the page is denied", async () => {
	const requestWithError = (requestError: ShopError | null, pattern: string) =>
		requestPage(createAccount("shopper"), { pattern, requestError });
	const unavailable = new ShopError("unavailable");
	const malformed = new ShopError("malformed_form");
	for (const [error, pattern] of [
		[unavailable, "/"],
		[unavailable, "/dashbord/makeAdmin"],
		[malformed, "/"],
		[null, "/"],
	] as const) {
		const result = await requestWithError(error, pattern);
		expect(result).toMatchObject({ thrown: error, isSignedOut: false });
	}
	const denied = await requestWithError(malformed, "/dashbord/makeAdmin");
	expect(denied.thrown).toBeInstanceOf(Response);
});
