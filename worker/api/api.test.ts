import { Hono } from "hono";
import { expect, onTestFinished, test, vi } from "vitest";
import { errors } from "#contract/errors.ts";
import { pageSize } from "#contract/limits.ts";
import { required } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import { createCookies } from "#worker/http/cookies.ts";
import { respondToError } from "#worker/http/errors.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { api } from "./index.ts";

/** The calls of a shop of their own, asked by an account. */
async function createCalls() {
	const local = createLocalShop();
	onTestFinished(local.close);
	const account = await local.addAccount();
	const flash = vi.fn();
	const ask = (path: string, init: RequestInit = {}, who: Account | null = account) => {
		const shop = local.createShopFor(who);
		const app = new Hono<AppEnv>()
			.use(async (context, next) => {
				context.set("shop", shop);
				context.set("cookies", { ...createCookies(context.req.raw), flash });
				await next();
			})
			.route("/", api);
		app.onError(respondToError);
		return app.request(`https://shop.test${path}`, init);
	};
	return { local, account, ask, flash };
}

const post = (body: string | object, headers: Record<string, string> = {}): RequestInit => ({
	method: "POST",
	headers: { "Content-Type": "application/json", ...headers },
	body: typeof body === "string" ? body : JSON.stringify(body),
});

test.each(["null", "[]", "1", '"text"', "{"])(
	"a body that is no object is refused: %s",
	async (body) => {
		const { ask } = await createCalls();
		const response = await ask("/orders", post(body));
		const json = await response.json();
		expect([response.status, json]).toEqual([
			400,
			{ message: errors.invalid_json.message, code: "invalid_json" },
		]);
	},
);

test("without an account a call is refused before its body is read", async () => {
	const { ask } = await createCalls();
	const response = await ask("/orders", post("{"), null);
	expect([response.status, await response.json()]).toMatchObject([
		401,
		{ code: "unauthenticated" },
	]);
});

test("an order that is sent twice with one key is one, without a key it is two", async () => {
	const { local, account, ask } = await createCalls();
	const toolId = await local.addProduct(100);
	const order = { toolId, email: account.email, quantity: 1, location: "Here", phone: "1" };
	const place = async (key?: string) => {
		const response = await ask(
			"/orders",
			post(order, key === undefined ? {} : { "Idempotency-Key": key }),
		);
		const { insertedId }: { insertedId?: string } = await response.json();
		return { status: response.status, id: insertedId };
	};
	const first = await place("key");
	expect(first).toEqual({ status: 200, id: expect.any(String) });
	expect(await place("key")).toEqual(first);
	expect((await place()).id).not.toBe((await place()).id);
	expect(await place(""), "an empty key is none that can be kept").toMatchObject({ status: 400 });
});

test("products are listed by page where page or size is given, and all otherwise", async () => {
	const { local, ask } = await createCalls();
	for (let count = 0; count < pageSize + 2; count += 1) await local.addProduct(1);
	const read = async (query: string) => {
		const list: { _id: string }[] = await (await ask(`/products${query}`)).json();
		return list.map(({ _id }) => _id);
	};
	const all = await read("");
	expect(all).toHaveLength(pageSize + 2);
	expect(await read("?page=0")).toEqual(all.slice(0, pageSize));
	expect(await read("?page=1")).toEqual(all.slice(pageSize));
	expect(await read("?size=3")).toEqual(all.slice(0, 3));
	expect(await read("?page=1&size=3")).toEqual(all.slice(3, 6));
});

test("an upload without a picture gets a validation error", async () => {
	const { ask } = await createCalls();
	const upload = async (value: string | null) => {
		const body = new FormData();
		if (value !== null) body.set("image", value);
		return (await ask("/images", { method: "POST", body })).json();
	};
	const issues = [{ field: "image", message: required.image }];
	expect(await upload(null)).toMatchObject({ issues });
	expect(await upload("text")).toMatchObject({ issues });
	const json = await ask("/images", post({}));
	expect([json.status, await json.json()]).toMatchObject([
		415,
		{ message: errors.multipart_required.message },
	]);
});

test("a callback from Google without an attempt redirects to the login, with the reason", async () => {
	const { ask, flash } = await createCalls();
	const response = await ask("/auth/google/callback?state=a&code=b", {}, null);
	expect(response.status).toBe(303);
	expect(response.headers.get("Location")).toBe("/login?from=%2F");
	expect(flash).toHaveBeenCalledOnce();
});

test("a picture's form that cannot be read is refused at its field", async () => {
	const { ask } = await createCalls();
	const headers = { "Content-Type": "multipart/form-data; boundary=x" };
	const response = await ask("/images", { method: "POST", headers, body: "no form" });
	expect(response.status).toBe(400);
	expect(await response.json()).toMatchObject({
		issues: [{ field: "image", message: errors.multipart_required.message }],
	});
});
