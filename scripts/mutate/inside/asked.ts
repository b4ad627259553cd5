import * as v from "valibot";

/** What the runner is asked: these test files, with one mutant on (0 for none). */
export const askedSchema = v.object({ files: v.array(v.string()), mutant: v.number() });

/** What the runner answers. A file that was not begun, because another had failed, is not in it. */
export const ranSchema = v.object({
	files: v.array(
		v.object({
			file: v.string(),
			failed: v.boolean(),
			/** The first test that failed; empty where the file did not load. */
			test: v.string(),
			reason: v.string(),
			ms: v.number(),
		}),
	),
	unhandled: v.array(v.string()),
});
export type Ran = v.InferOutput<typeof ranSchema>;
