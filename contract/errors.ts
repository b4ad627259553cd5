import * as errors from "./error-table/index.ts";
import { fillMessage, type PlaceholdersIn } from "./fill-message.ts";
import type { FieldIssue } from "./parse.ts";

export { errors, fillMessage, type PlaceholdersIn };

export type ErrorCode = keyof typeof errors;

export const errorCodes = Object.keys(errors) as ErrorCode[];

type PlaceholdersOf<Code extends ErrorCode> = PlaceholdersIn<(typeof errors)[Code]["message"]>;

/** The code of an error whose message has no placeholders. */
export type PlainErrorCode = {
	[Code in ErrorCode]: [PlaceholdersOf<Code>] extends [never] ? Code : never;
}[ErrorCode];

type ErrorArguments =
	| [code: PlainErrorCode, values?: Record<string, string | number>]
	| {
			[Code in Exclude<ErrorCode, PlainErrorCode>]: [
				code: Code,
				values: Record<PlaceholdersOf<Code>, string | number>,
			];
	  }[Exclude<ErrorCode, PlainErrorCode>];

function getError(code: ErrorCode) {
	const table: typeof errors = errors;
	return table[code];
}

export const isRetryable = (code: ErrorCode): boolean => [429, 503].includes(getError(code).status);

const codesByStatus: Partial<Record<number, ErrorCode>> = {
	401: "unauthenticated",
	402: "payment_required",
	403: "forbidden",
	404: "not_found",
	405: "method_not_allowed",
	409: "conflict",
	413: "payload_too_large",
	415: "unsupported_media_type",
	429: "rate_limited",
	503: "unavailable",
};

/** @returns the code for a response that does not come from a ShopError; null below 400 */
export function codeForStatus(status: number): ErrorCode | null {
	if (status < 400) return null;
	return codesByStatus[status] ?? (status < 500 ? "validation_failed" : "internal_error");
}

/** An error with a message for the visitor. Any other error is a bug. */
export class ShopError extends Error {
	readonly code: ErrorCode;
	readonly issues: FieldIssue[];

	constructor(...[code, values = {}]: ErrorArguments) {
		const { message, field } = getError(code);
		super(fillMessage<string>(message, values));
		this.name = "ShopError";
		this.code = code;
		this.issues = field === undefined ? [] : [{ field, message: this.message }];
	}

	get status() {
		return getError(this.code).status;
	}
}

/** Invalid input. A form shows each issue next to its field. */
export class ValidationError extends ShopError {
	override readonly issues: FieldIssue[];

	constructor(issues: FieldIssue[], message = issues[0]?.message) {
		super("validation_failed");
		this.issues = issues;
		if (message !== undefined) this.message = message;
	}
}

/** Some changes in a list are invalid, so none is saved. The field of an issue begins with the index of its change: "2.price". */
export class ChangesRejectedError extends ShopError {
	override readonly issues: FieldIssue[];

	constructor(issues: FieldIssue[]) {
		super("changes_rejected");
		this.issues = issues;
	}
}

/** Why a line of a checkout was rejected. `values` fill the placeholders of the error's message. */
export type LineRejection = {
	productId: string;
	code: ErrorCode;
	values: Record<string, string | number>;
	message: string;
};

/** Some lines of a checkout cannot be ordered, so none is. */
export class LinesRejectedError extends ShopError {
	readonly lines: LineRejection[];

	constructor(lines: LineRejection[]) {
		super("lines_rejected");
		this.lines = lines;
	}
}

export const fieldError = (field: string, message: string) =>
	new ValidationError([{ field, message }]);

export const toErrorBody = (error: ShopError) => ({
	message: error.message,
	code: error.code,
	...(error.issues.length > 0 && { issues: error.issues }),
	...(error instanceof LinesRejectedError && {
		lines: error.lines.map(({ productId: toolId, ...line }) => ({ toolId, ...line })),
	}),
});
