import * as v from "valibot";
import { errorCodes } from "../errors.ts";

/** What a write answers, named as the contract's client reads it (specification.md §7 "Answer used"). */
export const insertedAnswer = v.object({ acknowledged: v.boolean(), insertedId: v.string() });
export const modifiedAnswer = v.object({
	acknowledged: v.boolean(),
	matchedCount: v.number(),
	modifiedCount: v.number(),
});
export const deletedAnswer = v.object({ acknowledged: v.boolean(), deletedCount: v.number() });
export const resultAnswer = v.object({ result: v.object({ modifiedCount: v.number() }) });

/** What every failed call answers; `issues` names each field of a 400. */
export const errorAnswer = v.object({
	message: v.string(),
	code: v.picklist(errorCodes),
	issues: v.optional(v.array(v.object({ field: v.string(), message: v.string() }))),
});
