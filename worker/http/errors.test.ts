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

const localShop = createLocalShop();
const context = new RouterContextProvider();
context.set(shopContext, localShop.anonymousContext);

/** Creates a build with a route whose loader, action and middleware throw `thrown`, and a route without any of them. */
function createBuild(thrown: unknown) {
	const fail = () => {
		throw thrown;
	};
	const route = { id: "page", parentId: "root", path: "page" };
	const module = { default: () => null, loader: fail, action: fail, middleware: [fail] };
	const routes = { page: { ...route, module }, bare: { ...route, module: { default: fail } } };
	return withErrorPages({ routes: { ...routes, gone: undefined } } as unknown as ServerBuild);
}

/** @returns what the loader, action and middleware of the build throw instead of `thrown` */
async function collectHandlerErrors(thrown: unknown) {
	const { loader, action, middleware = [] } = createBuild(thrown).routes.page?.module ?? {};
	const args = { context, params: {}, request: new Request("https://shop.test/"), unstable: {} };
	const handlers = [loader, action, ...middleware].map((handler) => async () => {
		if (typeof handler !== "function") throw new Error("The route has no such handler.");
		return Reflect.apply(handler, undefined, [args, async () => new Response()]);
	});
	expect(handlers).toHaveLength(3);
	const errors = [];
	for (const handler of handlers) errors.push(await handler().catch((error: unknown) => error));
	return errors;
}

const createErrorPage = (message: string, status: number) => ({
	data: { message, reference: "local" },
	init: { status },
});

test("a ShopError that a page throws becomes an error page with its status and is not logged", async () => {
	const converted = await collectHandlerErrors(new ShopError("conflict", { reason: "Sold out" }));
	for (const error of converted) expect(error).toMatchObject(createErrorPage("Sold out", 409));
	expect(log).not.toHaveBeenCalled();
});

test("a database outage becomes a 503 page and a bug a 500 page, without the error's text", async () => {
	const outage = new Error("D1_ERROR: Network connection lost.");
	const bug = new Error("secret");
	for (const error of await collectHandlerErrors(outage)) {
		expect(error).toMatchObject(createErrorPage(errors.unavailable.message, 503));
	}
	for (const error of await collectHandlerErrors(bug)) {
		expect(error).toMatchObject(createErrorPage(errors.internal_error.message, 500));
	}
	expect(log.mock.calls).toEqual(
		[outage, outage, outage, bug, bug, bug].map((error) => ["local", error]),
	);
});

test("a redirect that a page throws is not converted to an error page", async () => {
	const redirect = Response.redirect("https://shop.test/login", 303);
	expect(await collectHandlerErrors(redirect)).toEqual([redirect, redirect, redirect]);
});

test("adds no loader, action or middleware to a page without them", () => {
	const { routes } = createBuild(new Error());
	expect(Object.keys(routes.bare?.module ?? {})).toEqual(["default"]);
	expect(routes).toHaveProperty("gone", undefined);
});

/** Sends a request to an app whose only call throws. */
async function getResponseTo(error: Error) {
	const app = new Hono<AppEnv>().get("/", () => {
		throw error;
	});
	app.onError(respondToError);
	const response = await app.request("/");
	return { status: response.status, body: await response.json(), headers: response.headers };
}

test("responds to a ShopError with its status, message and issues, without logging it", async () => {
	const issues = [{ field: "email", message: "Email is Required" }];
	const { status, body, headers } = await getResponseTo(new ValidationError(issues));
	expect([status, body]).toEqual([
		400,
		{ message: "Email is Required", code: "validation_failed", issues },
	]);
	expect(headers.get("Retry-After")).toBeNull();
	expect(log).not.toHaveBeenCalled();
});

test.each(["rate_limited", "payment_unavailable"] as const)(
	"%s sends Retry-After and is not logged",
	async (code) => {
		const { headers, status } = await getResponseTo(new ShopError(code));
		expect([status, headers.get("Retry-After")]).toEqual([errors[code].status, "60"]);
		expect(log).not.toHaveBeenCalled();
	},
);

test("responds to a database outage with 503, and reveals the error only in the log", async () => {
	const error = new Error("D1_ERROR: Network connection lost.");
	const { status, body, headers } = await getResponseTo(error);
	expect([status, headers.get("Retry-After")]).toEqual([503, "60"]);
	expect(body).toEqual({ message: errors.unavailable.message, code: "unavailable" });
	expect(log).toHaveBeenCalledWith(undefined, error);
});

test("responds with 401, without logging an error, if the account was deleted during the request", async () => {
	const error = new Error("D1_ERROR: FOREIGN KEY constraint failed");
	const { status, headers } = await getResponseTo(error);
	expect([status, headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
	expect(log).not.toHaveBeenCalled();
});

test("responds to Hono's own errors with their status, and to a bug without its details", async () => {
	const teapot = await getResponseTo(new HTTPException(418, { message: "Teapot" }));
	expect([teapot.status, teapot.body]).toEqual([
		418,
		{ message: "Teapot", code: "validation_failed" },
	]);
	expect(log).not.toHaveBeenCalled();
	const bug = await getResponseTo(new Error("secret"));
	const body = { message: errors.internal_error.message, code: "internal_error" };
	expect([bug.status, bug.body]).toEqual([500, body]);
	expect(log).toHaveBeenCalledOnce();
});
