import { Hono } from "hono";
import { expect, onTestFinished, test, vi } from "vitest";
import { errors } from "#contract/errors.ts";
import { productsPerPage } from "#contract/limits.ts";
import { requiredMessages } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import { createCookies } from "#worker/http/cookies.ts";
import { respondToError } from "#worker/http/errors.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { api } from "./index.ts";

/** Creates a shop with an account. `send` sends a request to its API as that account, `sendAnonymously` without an account. */
async function createApi() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const account = await localShop.addAccount();
	const flash = vi.fn();
	const sendAs =
		(sender: Account | null) =>
		(path: string, init: RequestInit = {}) => {
			const shop = localShop.createContext(sender);
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
	const [send, sendAnonymously] = [sendAs(account), sendAs(null)];
	return { localShop, account, send, sendAs, sendAnonymously, flash };
}

const post = (body: string | object, headers: Record<string, string> = {}): RequestInit => ({
	method: "POST",
	headers: { "Content-Type": "application/json", ...headers },
	body: typeof body === "string" ? body : JSON.stringify(body),
});

test.each(["null", "[]", "1", '"text"', "{"])(
	"rejects a body that is not an object: %s",
	async (body) => {
		const { send } = await createApi();
		const response = await send("/orders", post(body));
		const json = await response.json();
		expect([response.status, json]).toEqual([
			400,
			{ message: errors.invalid_json.message, code: "invalid_json" },
		]);
	},
);

test("rejects a call without an account before reading its body", async () => {
	const { sendAnonymously } = await createApi();
	const response = await sendAnonymously("/orders", post("{"));
	expect([response.status, await response.json()]).toMatchObject([
		401,
		{ code: "unauthenticated" },
	]);
});

test("places an order sent twice with the same Idempotency-Key only once", async () => {
	const { localShop, account, send } = await createApi();
	const toolId = await localShop.addProduct(100);
	const order = { toolId, email: account.email, quantity: 1, location: "Here", phone: "1" };
	const place = async (key?: string) => {
		const response = await send(
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
	expect(await place(""), "an empty key is invalid").toMatchObject({ status: 400 });
	const response = await send("/orders", post(order, { "Idempotency-Key": "two words" }));
	expect(await response.json()).toMatchObject({ issues: [{ field: "Idempotency-Key" }] });
});

test("lists a page of products if page or size is set, otherwise all of them", async () => {
	const { localShop, send } = await createApi();
	for (let count = 0; count < productsPerPage + 2; count += 1) await localShop.addProduct(1);
	const readIds = async (query: string) => {
		const list: { _id: string }[] = await (await send(`/products${query}`)).json();
		return list.map(({ _id }) => _id);
	};
	const allIds = await readIds("");
	expect(allIds).toHaveLength(productsPerPage + 2);
	expect(await readIds("?page=0")).toEqual(allIds.slice(0, productsPerPage));
	expect(await readIds("?page=1")).toEqual(allIds.slice(productsPerPage));
	expect(await readIds("?size=3")).toEqual(allIds.slice(0, 3));
	expect(await readIds("?page=1&size=3")).toEqual(allIds.slice(3, 6));
});

test("reports an upload without a picture at the image field", async () => {
	const { send } = await createApi();
	const upload = async (value?: string) => {
		const body = new FormData();
		if (value !== undefined) body.set("image", value);
		return (await send("/images", { method: "POST", body })).json();
	};
	const issues = [{ field: "image", message: requiredMessages.image }];
	expect(await upload()).toMatchObject({ issues });
	expect(await upload("text")).toMatchObject({ issues });
	const response = await send("/images", post({}));
	expect([response.status, await response.json()]).toMatchObject([
		415,
		{ message: errors.multipart_required.message },
	]);
});

test("a callback from Google without a sign-in attempt redirects to the login page with a message", async () => {
	const { sendAnonymously, flash } = await createApi();
	const response = await sendAnonymously("/auth/google/callback?state=a&code=b");
	expect(response.status).toBe(303);
	expect(response.headers.get("Location")).toBe("/login?from=%2F");
	expect(flash).toHaveBeenCalledOnce();
});

test("rejects an import that is sent as a form instead of as a CSV file", async () => {
	const { localShop, sendAs } = await createApi();
	const send = sendAs(await localShop.addAccount("admin"));
	const body = new FormData();
	body.set("file", new File(["Part number,Price\nA1,2.00\n"], "list.csv"));
	const response = await send("/imports", { method: "POST", body });
	expect([response.status, await response.json()]).toMatchObject([
		415,
		{ code: "csv_body_required" },
	]);
});

test("rejects a malformed upload, and reports it at the image field", async () => {
	const { send } = await createApi();
	const headers = { "Content-Type": "multipart/form-data; boundary=x" };
	const response = await send("/images", { method: "POST", headers, body: "not a form" });
	expect(response.status).toBe(400);
	expect(await response.json()).toMatchObject({
		issues: [{ field: "image", message: errors.multipart_required.message }],
	});
});
