import * as v from "valibot";
import { expect, test } from "vitest";
import { invalid } from "../messages.ts";
import { refundFormSchema } from "./refunds.ts";

test.each([
	["pieces", { pieces: "2" }],
	["amount", { amount: "2.50" }],
])("rejects a full refund with a number in the field “%s”", (field, values) => {
	const input = { scope: "all", reason: "goodwill", ...values };
	const { issues = [] } = v.safeParse(refundFormSchema, input);
	expect(issues.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([
		[field, invalid.refundScopeMismatch],
	]);
});

test("accepts a full refund without numbers", () => {
	const input = { scope: "all", pieces: " ", amount: "", reason: "goodwill" };
	expect(v.parse(refundFormSchema, input)).toMatchObject({ reason: "goodwill", restock: false });
});
