import * as v from "valibot";
import { expect, test } from "vitest";
import { createOrderable } from "../../tests/support/orderable.ts";
import { validPassword } from "../../tests/support/passwords.ts";
import { orderSchema } from "../calls/orders.ts";
import { passwordLength } from "../limits.ts";
import { findBrokenRule } from "../order-rules.ts";
import { parseInput } from "../parse.ts";
import { forgotSchema, loginSchema, profileSchema, signupSchema } from "./accounts.ts";
import { optionalText } from "./fields.ts";
import { createPurchaseSchema, purchaseSchema } from "./orders.ts";
import { productSchema, productUpdateSchema } from "./products.ts";
import { reviewSchema } from "./reviews.ts";

type Schema = Parameters<typeof parseInput>[0];

/** @returns the message of each invalid field, by its name */
function getMessages(schema: Schema, input: object): Record<string, string> {
	const parsed = parseInput(schema, input);
	if (parsed.success) return {};
	return Object.fromEntries(parsed.issues.map(({ field, message }) => [field, message]));
}

const getMessagesIfEmpty = (schema: Schema, fields: string[]) => [
	getMessages(schema, {}),
	getMessages(schema, Object.fromEntries(fields.map((field) => [field, " "]))),
];

const product = {
	decreption: "decreption is Required",
	price: "price is Required",
	quantity: "Quantity is Required",
	minimum: "Minimum is Required",
};

/** specification.md §5 */
test.each([
	["login", loginSchema, { email: "Email is Required", password: "Password is Required" }],
	[
		"sign-up",
		signupSchema,
		{ name: "Name is Required", email: "Email is Required", password: "Password is Required" },
	],
	[
		"new product",
		productSchema,
		{ name: "Name is Required", ...product, img: "Image is Required" },
	],
	["changed product", productUpdateSchema, product],
	["profile", profileSchema, { phone: "Contact number is Required", img: "Image is Required" }],
	[
		"review",
		reviewSchema,
		{ review: "Review is Required", ratings: "Ratings is Required", img: "Image is Required" },
	],
	[
		"purchase",
		purchaseSchema,
		{
			quantity: "Quantity is Required",
			location: "Location is Required",
			phone: "Phone is Required",
		},
	],
])("%s: returns an error for each required field that is missing", (_, schema, messages) => {
	const fields = Object.keys(messages);
	const [absent, blank] = getMessagesIfEmpty(schema, fields);
	expect(absent).toMatchObject(messages);
	expect(blank).toMatchObject({
		...messages,
		...("password" in messages && { password: expect.any(String) }),
	});
});

const account = { name: "Ada", password: validPassword };

test.each(["a@b.co", "abc123@mail.com", "abc@mail.org", "9@shop.uk"])(
	"accepts %s as an email at sign-up",
	(email) => {
		expect(getMessages(signupSchema, { ...account, email })).toEqual({});
	},
);

const invalidEmail = { email: "Please provide a valid email" };

test.each([
	"Abc@mail.com",
	"abc",
	"abc@mail",
	"abc@mail.c",
	"abc@mail.info",
	"abc@mail1.com",
	"@mail.com",
	"a b@mail.com",
])("rejects %s as an email at sign-up: Please provide a valid email", (email) => {
	expect(getMessages(signupSchema, { ...account, email })).toEqual(invalidEmail);
});

test.each([
	"jo@my-shop.com",
	"jo@garage24.de",
	"jo@garage.info",
	"o'brien+a/b@xn--bcher-kva.example",
])(
	"an account with %s, created with Google, can log in, order and choose a new password",
	(email) => {
		expect(getMessages(loginSchema, { email, password: validPassword })).toEqual({});
		expect(getMessages(forgotSchema, { email })).toEqual({});
		const order = { toolId: "1", quantity: 1, location: "Here", phone: "1" };
		expect(getMessages(orderSchema, { ...order, email })).toEqual({});
	},
);

test.each([
	"Abc@mail.com",
	"abc",
	"abc@mail",
	"abc@mail.c",
	"a@b@mail.com",
	".a@mail.com",
	"a@-mail.com",
	"a@mail..com",
	"\u212aate@mail.com",
	"a@mail.com\r\nX: y",
	"a b@mail.com",
])("rejects %j as an email at login: Please provide a valid email", (email) => {
	expect(getMessages(loginSchema, { email, password: validPassword })).toEqual(invalidEmail);
});

test.each([
	["new password", signupSchema, passwordLength.min],
	["password at login", loginSchema, passwordLength.login],
])("a %s must have the minimum length in contract/limits.ts", (_, schema, minLength) => {
	const input = { name: "Ada", email: "abc@mail.com" };
	expect(getMessages(schema, { ...input, password: "x".repeat(minLength - 1) })).toEqual({
		password: `Must be ${minLength} charecters or longer`,
	});
	expect(getMessages(schema, { ...input, password: "x".repeat(minLength) })).toEqual({});
});

test("accepts at login the shortest password that any version allowed", () => {
	expect(passwordLength.login).toBeLessThanOrEqual(Math.min(passwordLength.min, 6));
});

test("limits an order's quantity by the minimum and the stock", () => {
	const product = createOrderable({ minimum: 12, quantity: 40 });
	const schema = createPurchaseSchema(product);
	const getQuantity = (quantity: number | string) =>
		getMessages(schema, { quantity, location: "Here", phone: "1" }).quantity;
	expect(getQuantity(11)).toBe("please order more then 12 pice");
	expect(getQuantity(41)).toBe(findBrokenRule(product, 41)?.message);
	expect(getQuantity(41)).toContain("41 pices is not available");
	expect([getQuantity(12), getQuantity(40)]).toEqual([undefined, undefined]);
	expect(getQuantity("99999999999999999999")).toBe("This number is too large");
	expect(getQuantity("1.5")).toBe("Must be a whole number");
});

test.each(["1", "5", "6", "4.5", "very good"])(
	"a rating of %s is accepted unchanged",
	(ratings) => {
		const review = { review: "Good.", ratings, img: "/pictures/torque-wrench.svg" };
		expect(parseInput(reviewSchema, review)).toMatchObject({ success: true, output: { ratings } });
	},
);

test.each([
	["U+0000", "\u0000"],
	["U+200B", "\u200b"],
	["U+D800", "\ud800"],
	["U+200D", "\u200d"],
	["U+202E", "\u202e"],
	["U+3164", "\u3164"],
	["U+2800, U+115F", "\u2800 \u115f"],
	["U+FFA0", "\uffa0"],
])("rejects a name without a visible character: %s", (_, name) => {
	const account = { name, email: "a@example.com", password: validPassword };
	expect(getMessages(signupSchema, account)).toEqual({ name: "Name is Required" });
});

test("removes bidirectional controls and invisible characters", () => {
	const account = { email: "a@example.com", password: validPassword };
	expect(parseInput(signupSchema, { ...account, name: "\u202eAda\u0000 L." })).toMatchObject({
		output: { name: "Ada L." },
	});
});

test("trims an optional text, and limits its length", () => {
	expect(v.parse(optionalText(10), " \u200b a ")).toBe("a");
	expect(v.parse(optionalText(10), undefined)).toBe("");
	expect(v.parse(optionalText(10), null)).toBe("");
	expect(v.safeParse(optionalText(3), 7).issues?.[0].message).toBe("Must be 3 characters or fewer");
	expect(v.is(optionalText(3), "four")).toBe(false);
});

test("preserves zero-width joiners, which some writing systems and emoji need", () => {
	const account = { email: "a@example.com", password: validPassword };
	const name = "\u0645\u06cc\u200c\u062e \ud83d\udc69\u200d\ud83d\udd27";
	expect(parseInput(signupSchema, { ...account, name })).toMatchObject({ output: { name } });
});

test.each([
	["/images/0a1b2c.webp", true],
	["/pictures/people/ada.svg", true],
	["https://example.com/a.png", true],
	['https://example.com/a.png" onerror=alert(1)', false],
	["https://example.com/a.png<b>", false],
	["/images/0a1b2c.webp?x", false],
	["https://[", false],
	["https://%", false],
	["https://a:99999/x.png", false],
	["/images/../dashbord/makeAdmin", false],
	["/images/..%2fauth/google", false],
	["/pictures/a/./b.svg", false],
	["/dashbord/makeAdmin.svg", false],
	["//example.com/a.png", false],
])("accepts %s as a picture URL: %s", (img, isValid) => {
	const review = { review: "Good.", ratings: "5", img };
	expect("img" in getMessages(reviewSchema, review)).toBe(!isValid);
});
