import * as v from "valibot";

/** Where the tests read which mutant is on, from the folder of the copy. */
export const activeFile = "mutant.txt";

/** What the runner is asked: these test files, with one mutant on (0 for none). */
export const askedSchema = v.object({
	files: v.array(v.string()),
	mutant: v.number(),
	/** Whether modules are loaded afresh, as a mutant needs that is on while they load. */
	afresh: v.boolean(),
});

/** What the runner says once it can be asked: every test file there is. */
export const readySchema = v.object({ files: v.array(v.string()) });

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
