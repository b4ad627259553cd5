import { expect, test } from "vitest";
import {
	codeForStatus,
	errors,
	fillMessage,
	isRetryable,
	LinesRejectedError,
	ShopError,
	toErrorBody,
	ValidationError,
} from "./errors.ts";

test.each([
	[200, null],
	[304, null],
	[404, "not_found"],
	[409, "conflict"],
	[418, "validation_failed"],
	[500, "internal_error"],
	[502, "internal_error"],
])("maps the status %i to the code %s", (status, code) => {
	expect(codeForStatus(status)).toBe(code);
});

test("no two errors share a message", () => {
	const codesByMessage = Map.groupBy(Object.entries(errors), ([, { message }]) => message);
	const sharedCodes = [...codesByMessage.values()]
		.filter(({ length }) => length > 1)
		.map((entries) => entries.map(([code]) => code));
	expect(sharedCodes).toEqual([]);
});

test("inserts values unchanged, even if they contain braces", () => {
	expect(
		fillMessage(errors.stock_changed.message, {
			name: "{quantity}",
			quantity: "1,200",
			changes: "price",
		}),
	).toBe(
		"Someone else changed {quantity} while you were typing: it now has 1,200 in stock. Saving again would change: price.",
	);
});

test("lists the rejected lines of a checkout in the response body", () => {
	const { code, message } = new ShopError("product_not_found");
	const line = { code, values: {}, message };
	expect(toErrorBody(new LinesRejectedError([{ productId: "t1", ...line }]))).toEqual({
		message: errors.lines_rejected.message,
		code: "lines_rejected",
		lines: [{ toolId: "t1", ...line }],
	});
});

test("includes an error's message, code and any issues in the response body", () => {
	const { message } = new ShopError("order_paid");
	expect(toErrorBody(new ShopError("order_paid"))).toEqual({ message, code: "order_paid" });
	const belowMinimum = new ShopError("below_minimum", { minimum: 12 });
	expect(toErrorBody(belowMinimum)).toEqual({
		message: belowMinimum.message,
		code: "below_minimum",
		issues: [{ field: "quantity", message: belowMinimum.message }],
	});
	const issues = [{ field: "email", message: "Not an email" }];
	expect(toErrorBody(new ValidationError(issues))).toEqual({
		message: "Not an email",
		code: "validation_failed",
		issues,
	});
});

test("errors with status 429 or 503 are retryable", () => {
	expect(isRetryable("payment_unavailable")).toBe(true);
	expect(isRetryable("rate_limited")).toBe(true);
	expect(isRetryable("internal_error")).toBe(false);
});
