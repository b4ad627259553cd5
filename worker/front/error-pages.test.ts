import { RouterContextProvider, type ServerBuild } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { shopContext } from "#app/lib/context.ts";
import { errors, ShopError } from "#contract/errors.ts";
import { openLocalShop } from "../../tests/support/local-shop.ts";
import { withErrorPages } from "./error-pages.ts";

afterEach(() => vi.restoreAllMocks());

const local = openLocalShop();
const context = new RouterContextProvider();
context.set(shopContext, local.anonymous);

/** A build of one route, whose loader, action and middleware throw this; and one route without any. */
function buildOf(thrown: unknown) {
	const fail = () => {
		throw thrown;
	};
	const route = { id: "page", parentId: "root", path: "page" };
	const module = { default: () => null, loader: fail, action: fail, middleware: [fail] };
	const routes = { page: { ...route, module }, bare: { ...route, module: { default: fail } } };
	return withErrorPages({ routes: { ...routes, gone: undefined } } as unknown as ServerBuild);
}

/** What comes out of each part of the page. */
async function thrownBy(thrown: unknown) {
	const { loader, action, middleware = [] } = buildOf(thrown).routes.page?.module ?? {};
	const args = { context, params: {}, request: new Request("https://shop.test/"), unstable: {} };
	const parts = [loader, action, ...middleware].map((part) => async () => {
		if (typeof part !== "function") throw new Error("no such part");
		return Reflect.apply(part, undefined, [args, async () => new Response()]);
	});
	expect(parts).toHaveLength(3);
	const errors = [];
	for (const part of parts) errors.push(await part().catch((error: unknown) => error));
	return errors;
}

const page = (message: string, status: number) => ({
	data: { message, reference: "local" },
	init: { status },
});

test("a refusal becomes the error page with its status, and is none for the log", async () => {
	const log = vi.spyOn(console, "error").mockReturnValue(undefined);
	const found = await thrownBy(new ShopError("conflict", { reason: "Sold out" }));
	for (const error of found) expect(error).toMatchObject(page("Sold out", 409));
	expect(log).not.toHaveBeenCalled();
});

test("a database that is away is 503, a bug 500, and what it says is for the log alone", async () => {
	const log = vi.spyOn(console, "error").mockReturnValue(undefined);
	const away = new Error("D1_ERROR: Network connection lost.");
	const bug = new Error("secret");
	for (const error of await thrownBy(away)) {
		expect(error).toMatchObject(page(errors.unavailable.message, 503));
	}
	for (const error of await thrownBy(bug)) {
		expect(error).toMatchObject(page(errors.internal_error.message, 500));
	}
	expect(log.mock.calls).toEqual(
		[away, away, away, bug, bug, bug].map((error) => ["local", error]),
	);
});

test("a redirect stays one", async () => {
	const redirect = Response.redirect("https://shop.test/login", 303);
	expect(await thrownBy(redirect)).toEqual([redirect, redirect, redirect]);
});

test("a page without loader, action or middleware gets none", () => {
	const { routes } = buildOf(new Error());
	expect(Object.keys(routes.bare?.module ?? {})).toEqual(["default"]);
	expect(routes).toHaveProperty("gone", undefined);
});
