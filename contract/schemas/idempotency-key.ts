import * as v from "valibot";
import { textLength } from "../limits.ts";
import { invalid } from "../messages.ts";

/** RFC draft "The Idempotency-Key HTTP Header Field". */
export const idempotencyKeySchema = v.pipe(
	v.string(),
	v.regex(/^[\x21-\x7e]+$/, invalid.idempotencyKey),
	v.maxLength(textLength.idempotencyKey, invalid.idempotencyKey),
);
