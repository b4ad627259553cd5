import * as v from "valibot";
import type { BulkAction } from "../bulk.ts";
import { errors } from "../errors.ts";
import { tableSize } from "../limits.ts";
import { invalid } from "../messages.ts";

/** As `createId` makes them (worker/auth/tokens.ts); older rows may have other letters and lengths. */
const id = v.pipe(
	v.string(errors.validation_failed.message),
	v.regex(/^[a-z0-9]{8,64}$/, errors.validation_failed.message),
);

/**
 * Rows of one page of a table, and what is to be done to each.
 * @param actions what this table's rows allow
 */
export const bulkSchema = (actions: readonly BulkAction[]) =>
	v.object({
		bulk: v.picklist(actions, errors.validation_failed.message),
		ids: v.pipe(
			v.array(id, errors.validation_failed.message),
			v.transform((ids) => [...new Set(ids)]),
			v.minLength(1, invalid.selection),
			v.maxLength(tableSize, errors.validation_failed.message),
		),
	});
