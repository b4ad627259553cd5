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

/** What a program reads of an error, by HTTP status. Messages may change their words; these never do. */
export const codes = {
	400: "bad_input",
	401: "signed_out",
	402: "not_paid",
	403: "not_allowed",
	404: "not_found",
	405: "wrong_method",
	409: "conflict",
	413: "too_large",
	415: "wrong_type",
	429: "too_often",
	500: "unexpected",
	503: "unavailable",
} as const;

export type ErrorCode = (typeof codes)[keyof typeof codes];

const codeByStatus = new Map<number, ErrorCode>(
	Object.entries(codes).map(([status, code]) => [Number(status), code]),
);

/** @returns the code of an answer's status; null where it is no error */
export function codeOf(status: number): ErrorCode | null {
	if (status < 400) return null;
	return codeByStatus.get(status) ?? (status < 500 ? "bad_input" : "unexpected");
}

/** What a call answers that is not met: `{ message, code, issues? }`. */
export const errorBody = (status: number, message: string, issues: FieldIssue[] = []) => ({
	message,
	code: codeOf(status),
	...(issues.length > 0 && { issues }),
});

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

/** A refusal of one field: its `issues` are `[{ field, message }]`. */
export const fieldError = (field: string, message: string) =>
	new ShopError("invalid", message, [{ field, message }]);

/** @param issues of a parse; the message is the first of them */
export const inputError = (issues: FieldIssue[]) =>
	new ShopError("invalid", issues[0]?.message ?? invalid.input, issues);
