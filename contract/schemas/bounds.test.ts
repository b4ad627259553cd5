import { expect, test } from "vitest";
import { passwordLength, priceCents, textLength } from "../limits.ts";
import { required, tooLong } from "../messages.ts";
import { parseInput } from "../parse.ts";
import { resetSchema, signupSchema, verifySchema } from "./accounts.ts";
import { cursorSchema, encodeCursor } from "./cursor.ts";
import { productFormSchema, productSchema } from "./products.ts";
import { reviewSchema } from "./reviews.ts";

type Schema = Parameters<typeof parseInput>[0];

/** @returns what is read, or what is said of each field */
function read(schema: Schema, input: object): unknown {
	const parsed = parseInput(schema, input);
	return parsed.success ? parsed.output : parsed.issues;
}

const review = { review: "Good", ratings: "5", img: "/images/a.png" };
const tool = { decreption: "A bar", price: "19.99", quantity: "20", minimum: 2 };

test("a rating may be sent as a number, and is stored as text", () => {
	expect(read(reviewSchema, { ...review, ratings: 4 })).toEqual({ ...review, ratings: "4" });
});

test("invisible characters are removed, and the space beside them", () => {
	const read = parseInput(reviewSchema, { ...review, review: "\u200b Good \u0000" });
	expect(read).toMatchObject({ success: true, output: { review: "Good" } });
});

test("the tool id of a review has the length limit of ids", () => {
	const longest = "a".repeat(textLength.id);
	expect(read(reviewSchema, { ...review, toolId: ` ${longest} ` })).toMatchObject({
		toolId: longest,
	});
	expect(read(reviewSchema, { ...review, toolId: `${longest}a` })).toEqual([
		{ field: "toolId", message: tooLong(textLength.id) },
	]);
});

test("the token of a link is required", () => {
	const missing = [{ field: "token", message: required.token }];
	expect(read(verifySchema, { token: "" })).toEqual(missing);
	expect(read(verifySchema, {})).toEqual(missing);
	expect(read(resetSchema, { token: "", password: "a long secret" })).toEqual(missing);
	expect(read(verifySchema, { token: "a".repeat(textLength.id) })).toHaveProperty("token");
	expect(read(verifySchema, { token: "a".repeat(textLength.id + 1) })).toHaveLength(1);
});

test("the maximum length of a password is what can be hashed", () => {
	const account = { name: "Ada", email: "ada@example.com" };
	const longest = "a".repeat(passwordLength.max);
	expect(read(signupSchema, { ...account, password: longest })).toMatchObject(account);
	expect(read(signupSchema, { ...account, password: `${longest}a` })).toEqual([
		{ field: "password", message: tooLong(passwordLength.max) },
	]);
});

test("a product is parsed into the shop's field names, cents and pieces", () => {
	const img = "/pictures/torque-wrench-800.webp";
	expect(read(productSchema, { ...tool, name: " Bar ", img })).toEqual({
		...{ name: "Bar", img, description: "A bar", priceCents: 1_999, quantity: 20, minimum: 2 },
	});
});

test("the form of a product sends the stock and the edit key that it was opened with", () => {
	const form = (editKey?: string) =>
		read(productFormSchema, { ...tool, seen: "7", ...(editKey !== undefined && { editKey }) });
	expect(form("key")).toMatchObject({ form: { seen: 7, editKey: "key" } });
	expect(form("")).toMatchObject({ form: { editKey: null } });
	expect(form()).toMatchObject({ form: { editKey: null } });
	expect(read(productFormSchema, { ...tool, seen: " 7 " })).toMatchObject({ form: { seen: 7 } });
	expect(read(productFormSchema, { ...tool, seen: " " })).toHaveLength(1);
});

test("a list continues after a valid cursor, and any other value is refused", () => {
	const place = { createdAt: new Date(1_700_000_000_000), id: "a-b_1" };
	expect(read(cursorSchema, { after: encodeCursor(place) })).toEqual({ after: place });
	for (const after of ["", "1.", ".a", "1.a b", "1.a!", "x1.a", "1234567890123456.a", "1"]) {
		expect(read(cursorSchema, { after }), after).toMatchObject([{ field: "after" }]);
	}
	expect(read(cursorSchema, { after: `1.${"a".repeat(129)}` })).toHaveLength(1);
});

test("a product's numbers are within their limits", () => {
	const img = "/pictures/torque-wrench-800.webp";
	const fieldsOf = (wish: object) => {
		const issues = parseInput(productSchema, { ...tool, name: "Bar", img, ...wish });
		return issues.success ? [] : issues.issues.map(({ field }) => field);
	};
	expect(fieldsOf({})).toEqual([]);
	expect(fieldsOf({ minimum: 0 })).toEqual(["minimum"]);
	expect(fieldsOf({ quantity: -1 })).toEqual(["quantity"]);
	expect(fieldsOf({ quantity: 0 })).toEqual([]);
	expect(fieldsOf({ price: 0 })).toEqual(["price"]);
	expect(fieldsOf({ price: "cheap" })).toEqual(["price"]);
	expect(fieldsOf({ price: priceCents.max / 100 })).toEqual([]);
	expect(fieldsOf({ price: priceCents.max / 100 + 0.01 })).toEqual(["price"]);
	const longest = `https://shop.test/${"a".repeat(textLength.image - 18)}`;
	expect(fieldsOf({ img: longest })).toEqual([]);
	expect(fieldsOf({ img: `${longest}a` })).toEqual(["img"]);
});
