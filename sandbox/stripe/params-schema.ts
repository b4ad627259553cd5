import * as v from "valibot";

/**
 * Creates the schema of a request's parameters. The compiler rejects a parameter that the SDK's type `Params` lacks, so
 * an upgrade of the SDK shows which parameters were removed. Takes two calls, because TypeScript cannot infer only `Entries`.
 */
export const defineParamsSchema =
	<Params>() =>
	<Entries extends v.ObjectEntries>(
		entries: Entries & Record<Exclude<keyof Entries, keyof Params>, never>,
	) =>
		v.strictObject<Entries>(entries);
