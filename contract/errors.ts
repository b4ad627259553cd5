import { invalid } from "./messages.ts";
import type { FieldIssue } from "./parse.ts";

/** Why a request was refused, and the HTTP status of it (architecture.md "Calls"). */
export const statusOf = {
	invalid: 400,
	signedOut: 401,
	unpaid: 402,
	forbidden: 403,
	missing: 404,
	conflict: 409,
	tooLarge: 413,
	wrongType: 415,
	tooOften: 429,
	unavailable: 503,
} as const;

export type Refusal = keyof typeof statusOf;

/** A refusal that the visitor should read. Everything else that is thrown is a bug. */
export class ShopError extends Error {
	readonly refusal: Refusal;
	readonly issues: FieldIssue[];

	constructor(refusal: Refusal, message: string, issues: FieldIssue[] = []) {
		super(message);
		this.name = "ShopError";
		this.refusal = refusal;
		this.issues = issues;
	}

	get status() {
		return statusOf[this.refusal];
	}
}

/** A refusal of one field: `{ message, issues: [{ field, message }] }`. */
export const fieldError = (field: string, message: string) =>
	new ShopError("invalid", message, [{ field, message }]);

/** @param issues of a parse; the message is the first of them */
export const inputError = (issues: FieldIssue[]) =>
	new ShopError("invalid", issues[0]?.message ?? invalid.input, issues);
