import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { RouterContextProvider, type ServerBuild } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { shopContext } from "#app/lib/context.ts";
import { errors, ShopError, ValidationError } from "#contract/errors.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { respondToError, withErrorPages } from "./errors.ts";
import type { AppEnv } from "./request-context.ts";

let log = vi.spyOn(console, "error");
beforeEach(() => {
	log = vi.spyOn(console, "error").mockReturnValue(undefined);
});
afterEach(() => vi.restoreAllMocks());

const local = createLocalShop();
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

test("an error of the shop is the error page with its status, and is not logged as an error", async () => {
	const found = await thrownBy(new ShopError("conflict", { reason: "Sold out" }));
	for (const error of found) expect(error).toMatchObject(page("Sold out", 409));
	expect(log).not.toHaveBeenCalled();
});

test("an unavailable database is a 503, a bug a 500, and the error's text is only in the log", async () => {
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

test("a redirect stays a redirect", async () => {
	const redirect = Response.redirect("https://shop.test/login", 303);
	expect(await thrownBy(redirect)).toEqual([redirect, redirect, redirect]);
});

test("a page without loader, action or middleware gets none", () => {
	const { routes } = buildOf(new Error());
	expect(Object.keys(routes.bare?.module ?? {})).toEqual(["default"]);
	expect(routes).toHaveProperty("gone", undefined);
});

/** Asks an app whose only call throws. */
async function answerTo(error: Error) {
	const app = new Hono<AppEnv>().get("/", () => {
		throw error;
	});
	app.onError(respondToError);
	const response = await app.request("/");
	return { status: response.status, body: await response.json(), headers: response.headers };
}

test("an error of the shop is answered with its status, message and issues, and is not logged as an error", async () => {
	const issues = [{ field: "email", message: "Email is Required" }];
	const { status, body, headers } = await answerTo(new ValidationError(issues));
	expect([status, body]).toEqual([
		400,
		{ message: "Email is Required", code: "validation_failed", issues },
	]);
	expect(headers.get("Retry-After")).toBeNull();
	expect(log).not.toHaveBeenCalled();
});

test.each(["rate_limited", "payment_unavailable"] as const)(
	"%s says when to ask again, and is none for the log",
	async (code) => {
		const { headers, status } = await answerTo(new ShopError(code));
		expect([status, headers.get("Retry-After")]).toEqual([errors[code].status, "60"]);
		expect(log).not.toHaveBeenCalled();
	},
);

test("an unavailable database is answered 503, and its error is only in the log", async () => {
	const error = new Error("D1_ERROR: Network connection lost.");
	const { status, body, headers } = await answerTo(error);
	expect([status, headers.get("Retry-After")]).toEqual([503, "60"]);
	expect(body).toEqual({ message: errors.unavailable.message, code: "unavailable" });
	expect(log).toHaveBeenCalledWith(undefined, error);
});

test("an account that was deleted meanwhile is answered 401, and not logged as an error", async () => {
	const { status } = await answerTo(new Error("D1_ERROR: FOREIGN KEY constraint failed"));
	expect(status).toBe(401);
	expect(log).not.toHaveBeenCalled();
});

test("Hono's own errors keep their status, and a bug shows no details", async () => {
	const teapot = await answerTo(new HTTPException(418, { message: "Teapot" }));
	expect([teapot.status, teapot.body]).toEqual([
		418,
		{ message: "Teapot", code: "validation_failed" },
	]);
	expect(log).not.toHaveBeenCalled();
	const bug = await answerTo(new Error("secret"));
	const shown = { message: errors.internal_error.message, code: "internal_error" };
	expect([bug.status, bug.body]).toEqual([500, shown]);
	expect(log).toHaveBeenCalledOnce();
});
