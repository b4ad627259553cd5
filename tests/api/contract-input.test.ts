import { afterAll, expect, test } from "vitest";
import { accountCalls } from "#contract/calls/accounts.ts";
import type { Call } from "#contract/calls/call.ts";
import { contentCalls } from "#contract/calls/content.ts";
import { allCalls } from "#contract/calls/index.ts";
import { orderCalls } from "#contract/calls/orders.ts";
import { productCalls } from "#contract/calls/products.ts";
import { asJson, startShop } from "../support/shop.ts";
import { createFixture, type Fixture, lookAt } from "./contract/fixture.ts";

const shop = await startShop();
afterAll(shop.stop);
/** Nothing below changes it. */
const fixture = await createFixture(shop);

type Values = Record<string, unknown[]>;
const text = (most: number) => [undefined, null, "", "  ", 7, true, {}, [], "x".repeat(most + 1)];
const quantity = [
	undefined,
	null,
	"",
	"two",
	{},
	true,
	1.5,
	"1.5",
	-1,
	1e21,
	"1e3",
	10_000_000_000,
];
const price = [undefined, null, "", "free", {}, true, -1, 0, "0.001", 1.999, 1e9, "NaN", "1,5"];
const img = [...text(2_048), "http://plain.example/x.png", "javascript:alert(1)", "//x.example/a"];
const email = [
	...text(254),
	"Upper@example.com",
	"no-at.example.com",
	"a@b",
	"a@example.com\r\nX: y",
];
const password = [undefined, null, "", "short", 123_456, {}, "x".repeat(129)];

type Subject = {
	call: Call;
	by: "shopper" | "admin";
	path: (fixture: Fixture) => string;
	good: (fixture: Fixture) => Record<string, unknown>;
	bad: Values;
};

const product = { decreption: text(2_000), quantity, minimum: [...quantity, 0], price };
const goodProduct = { decreption: "Words.", quantity: 20, minimum: 2, price: 3.5 };

const subjects: Subject[] = [
	{
		call: productCalls.addProduct,
		by: "admin",
		path: () => "/products",
		good: () => ({ ...goodProduct, name: "Tool", img: "/pictures/torque-wrench-800.webp" }),
		bad: { ...product, name: text(120), img },
	},
	{
		call: productCalls.updateProduct,
		by: "admin",
		path: (fixture) => `/product/${fixture.product.id}`,
		good: () => goodProduct,
		bad: product,
	},
	{
		call: productCalls.setStock,
		by: "admin",
		path: (fixture) => `/products/${fixture.product.id}`,
		good: () => ({ updatequantity: 5 }),
		bad: { updatequantity: quantity },
	},
	{
		call: orderCalls.placeOrder,
		by: "shopper",
		path: () => "/orders",
		good: ({ product: { id }, people: { shopper } }) => ({
			toolId: id,
			email: shopper.email,
			quantity: 10,
			location: "1 Bay Road",
			phone: "555 0100",
		}),
		bad: {
			toolId: text(128),
			email,
			quantity: [...quantity, 0, 9, 101],
			location: text(300),
			phone: text(32),
		},
	},
	{
		call: orderCalls.confirmPayment,
		by: "shopper",
		path: ({ order }) => `/orders/${order.id}`,
		good: ({ order }) => ({ order: order.id, transactionID: "pi_none" }),
		bad: {
			order: [null, "", 7, {}, "000000000000000000000000", "x".repeat(129)],
			transactionID: text(128),
		},
	},
	{
		call: orderCalls.startPayment,
		by: "shopper",
		path: () => "/create-payment-intent",
		good: ({ order }) => ({ price: 150, order: order.id }),
		bad: {
			price: [undefined, null, "", "free", {}, -1, 1.999, 1e21],
			order: [null, "", 7, {}, "x".repeat(129)],
		},
	},
	{
		call: accountCalls.updateProfile,
		by: "shopper",
		path: ({ people }) => `/userinfo/${people.shopper.email}`,
		good: () => ({ img: "/pictures/people/tom.svg", phone: "555 0100" }),
		bad: { img, phone: text(32) },
	},
	{
		call: accountCalls.signup,
		by: "shopper",
		path: () => "/auth/signup",
		good: ({ order }) => ({
			name: "New",
			email: `${order.id}@example.com`,
			password: "first long secret",
		}),
		bad: { name: text(120), email, password },
	},
	{
		call: accountCalls.login,
		by: "shopper",
		path: () => "/auth/login",
		good: ({ people }) => ({ email: people.shopper.email, password: "first long secret" }),
		bad: { email, password },
	},
	{
		call: accountCalls.forgotPassword,
		by: "shopper",
		path: () => "/auth/forgot",
		good: ({ people }) => ({ email: people.shopper.email }),
		bad: { email },
	},
	{
		call: accountCalls.resetPassword,
		by: "shopper",
		path: () => "/auth/reset",
		good: () => ({ token: "unknown", password: "first long secret" }),
		bad: { token: [undefined, null, "", 7, {}, "unknown", "x".repeat(129)], password },
	},
	{
		call: contentCalls.addReview,
		by: "shopper",
		path: () => "/review",
		good: () => ({ review: "Solid.", ratings: "5", img: "/pictures/people/tom.svg" }),
		bad: {
			review: text(2_000),
			ratings: [undefined, null, "", "  ", {}, true, "x".repeat(33)],
			img,
		},
	},
];

test("every call with a body is covered here", () => {
	const bodies = allCalls.filter(({ body }) => body).map(({ path }) => path);
	expect(subjects.map(({ call }) => call.path)).toEqual(expect.arrayContaining(bodies));
});

const fields = subjects.flatMap((subject) =>
	Object.entries(subject.bad).map(([field, values]) => ({
		subject,
		field,
		values,
		name: `${subject.call.method} ${subject.call.path}`,
	})),
);

test.each(fields)("$name reports an invalid $field and changes nothing", async (row) => {
	const { subject, field, values } = row;
	const before = await lookAt(fixture);
	const send = fixture.people[subject.by].fetchWithToken;
	for (const value of values) {
		const body = { ...subject.good(fixture), [field]: value };
		const response = await send(subject.path(fixture), asJson(body, subject.call.method));
		const refused: unknown = await response.json();
		const said = JSON.stringify({ [field]: value })?.slice(0, 60);
		expect(response.status, `${said} → ${JSON.stringify(refused)}`).toBe(400);
		expect(refused, said).toMatchObject({
			message: expect.any(String),
			issues: [{ field, message: expect.stringMatching(/\S/) }],
		});
		expect(JSON.stringify(refused), said).not.toContain("Invalid type");
	}
	expect(await lookAt(fixture)).toEqual(before);
});

test.each(subjects.map((subject) => ({ subject, name: subject.call.path })))(
	"$name accepts only a JSON object of at most 64 KiB",
	async ({ subject }) => {
		const before = await lookAt(fixture);
		const send = fixture.people[subject.by].fetchWithToken;
		const { method } = subject.call;
		for (const body of ["null", "[]", "7", '"text"', "{", "a=b", "\u0000"]) {
			const response = await send(subject.path(fixture), { method, body });
			expect([body, response.status]).toEqual([body, 400]);
		}
		const huge = asJson({ ...subject.good(fixture), more: "x".repeat(64 * 1024) }, method);
		expect((await send(subject.path(fixture), huge)).status).toBe(413);
		expect(await lookAt(fixture)).toEqual(before);
	},
);

test("unknown fields are ignored: nobody becomes an admin by signing up", async () => {
	const email = `eve${Date.now()}@example.com`;
	const wish = {
		name: "Eve",
		email,
		password: "first long secret",
		role: "admin",
		id: "1",
		__proto__: {},
	};
	const response = await shop.fetch("/auth/signup", asJson(wish));
	expect(await response.json()).toEqual({ account: { name: "Eve", email, role: "shopper" } });
});
