import * as v from "valibot";
import { expect, test } from "vitest";
import { validPassword } from "../../tests/support/passwords.ts";
import { passwordLength, priceCentsLimits, productChangesMax, textLength } from "../limits.ts";
import { invalid, requiredMessages, tooLong } from "../messages.ts";
import { parseInput } from "../parse.ts";
import { resetSchema, signupSchema, verifyEmailSchema } from "./accounts.ts";
import { cursorSchema, encodeCursor } from "./cursor.ts";
import { priceBreaksText } from "./price-breaks.ts";
import { productChangesSchema } from "./product-changes.ts";
import { productFormSchema } from "./product-form.ts";
import { productSchema } from "./products.ts";
import { reviewSchema } from "./reviews.ts";

type Schema = Parameters<typeof parseInput>[0];

/** @returns the output, or the issues */
function parse(schema: Schema, input: object): unknown {
	const parsed = parseInput(schema, input);
	return parsed.success ? parsed.output : parsed.issues;
}

const review = { review: "Good", ratings: "5", img: "/images/a.png" };
const tool = { decreption: "A bar", price: "19.99", quantity: "20", minimum: 2 };
const newProduct = { ...tool, name: "Bar", img: "/images/a.png" };

test("converts a numeric rating to text", () => {
	expect(parse(reviewSchema, { ...review, ratings: 4 })).toEqual({ ...review, ratings: "4" });
});

test("removes invisible characters and the spaces next to them", () => {
	const parsed = parseInput(reviewSchema, { ...review, review: "\u200b Good \u0000" });
	expect(parsed).toMatchObject({ success: true, output: { review: "Good" } });
});

test.each([
	[{}, undefined],
	[{ draft: false }, false],
	[{ draft: "on" }, true],
])("parses `draft` of a new product: %j to %j", (input, expected) => {
	const { draft } = v.parse(v.looseObject({}), parse(productSchema, { ...newProduct, ...input }));
	expect(draft).toBe(expected);
});

test("limits how many products one request changes", () => {
	const createChanges = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ id: `product-${index}`, quantity: 1 }));
	const parseChanges = (count: number) =>
		v.safeParse(productChangesSchema, { changes: createChanges(count), note: "" });
	expect(parseChanges(productChangesMax).success).toBe(true);
	expect(parseChanges(productChangesMax + 1).issues?.map(({ message }) => message)).toEqual([
		`At most ${productChangesMax} products`,
	]);
});

test("price breaks start at two pieces or more, because one piece costs the list price", () => {
	const parseText = (text: string) => v.safeParse(priceBreaksText, text);
	expect(parseText("2+ 9.50")).toMatchObject({ success: true, output: [[2, 950]] });
	expect(parseText("1+ 9.50")).toMatchObject({
		success: false,
		issues: [{ message: invalid.priceBreaksText }],
	});
});

test("limits the tool id of a review to the length of ids", () => {
	const longest = "a".repeat(textLength.id);
	expect(parse(reviewSchema, { ...review, toolId: ` ${longest} ` })).toMatchObject({
		toolId: longest,
	});
	expect(parse(reviewSchema, { ...review, toolId: `${longest}a` })).toEqual([
		{ field: "toolId", message: tooLong(textLength.id) },
	]);
});

test("requires the token of a link", () => {
	const missing = [{ field: "token", message: requiredMessages.token }];
	expect(parse(verifyEmailSchema, { token: "" })).toEqual(missing);
	expect(parse(verifyEmailSchema, {})).toEqual(missing);
	expect(parse(resetSchema, { token: "", password: validPassword })).toEqual(missing);
	expect(parse(verifyEmailSchema, { token: "a".repeat(textLength.id) })).toHaveProperty("token");
	expect(parse(verifyEmailSchema, { token: "a".repeat(textLength.id + 1) })).toHaveLength(1);
});

test("limits the length of a password", () => {
	const account = { name: "Ada", email: "ada@example.com" };
	const longest = "a".repeat(passwordLength.max);
	expect(parse(signupSchema, { ...account, password: longest })).toMatchObject(account);
	expect(parse(signupSchema, { ...account, password: `${longest}a` })).toEqual([
		{ field: "password", message: tooLong(passwordLength.max) },
	]);
});

test("parses a product to the shop's field names, with its price in cents", () => {
	const img = "/pictures/torque-wrench-800.webp";
	expect(parse(productSchema, { ...tool, name: " Bar ", img })).toEqual({
		name: "Bar",
		img,
		description: "A bar",
		priceCents: 1_999,
		quantity: 20,
		minimum: 2,
	});
});

test("parses the stock and edit key that the product form was opened with", () => {
	const parseForm = (editKey?: string) =>
		parse(productFormSchema, {
			...tool,
			shownStock: "7",
			...(editKey === undefined ? {} : { editKey }),
		});
	expect(parseForm("key")).toMatchObject({ form: { shownStock: 7, editKey: "key" } });
	expect(parseForm("")).toMatchObject({ form: { editKey: null } });
	expect(parseForm()).toMatchObject({ form: { editKey: null } });
	expect(parse(productFormSchema, { ...tool, shownStock: " 7 " })).toMatchObject({
		form: { shownStock: 7 },
	});
	expect(parse(productFormSchema, { ...tool, shownStock: " " })).toHaveLength(1);
});

test("accepts a valid list cursor, and rejects any other value", () => {
	const cursor = { createdAt: new Date(1_700_000_000_000), id: "a-b_1" };
	expect(parse(cursorSchema, { after: encodeCursor(cursor) })).toEqual({ after: cursor });
	for (const after of ["", "1.", ".a", "1.a b", "1.a!", "x1.a", "1234567890123456.a", "1"]) {
		expect(parse(cursorSchema, { after }), after).toMatchObject([{ field: "after" }]);
	}
	expect(parse(cursorSchema, { after: `1.${"a".repeat(129)}` })).toHaveLength(1);
});

test("rejects a product with an invalid number or an image URL that is too long", () => {
	const img = "/pictures/torque-wrench-800.webp";
	const getFields = (change: object) => {
		const parsed = parseInput(productSchema, { ...tool, name: "Bar", img, ...change });
		return parsed.success ? [] : parsed.issues.map(({ field }) => field);
	};
	expect(getFields({})).toEqual([]);
	expect(getFields({ minimum: 0 })).toEqual(["minimum"]);
	expect(getFields({ quantity: -1 })).toEqual(["quantity"]);
	expect(getFields({ quantity: 0 })).toEqual([]);
	expect(getFields({ price: 0 })).toEqual(["price"]);
	expect(getFields({ price: "cheap" })).toEqual(["price"]);
	expect(getFields({ price: priceCentsLimits.max / 100 })).toEqual([]);
	expect(getFields({ price: priceCentsLimits.max / 100 + 0.01 })).toEqual(["price"]);
	const longest = `https://shop.test/${"a".repeat(textLength.image - 18)}`;
	expect(getFields({ img: longest })).toEqual([]);
	expect(getFields({ img: `${longest}a` })).toEqual(["img"]);
});
