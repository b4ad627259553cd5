import * as v from "valibot";

/**
 * Makes the schema of a call's parameters, each of which has to be one that the SDK's type of them knows, so that an
 * upgrade of the SDK tells which are gone.
 */
export const paramsOf =
	<Known>() =>
	<Entries extends v.ObjectEntries>(
		entries: Entries & Record<Exclude<keyof Entries, keyof Known>, never>,
	) =>
		v.strictObject<Entries>(entries);
