import type { ProductColumn } from "./product-columns.ts";

/** What an import does with a row. Stored as the position in this list, which is also the order in which rows are shown. */
export const importKinds = {
	error: "Errors",
	skipped: "Skipped",
	new: "New",
	changed: "Changed",
	unmatched: "Not in the shop",
	unchanged: "Unchanged",
} as const satisfies Record<string, string>;

export type ImportKind = keyof typeof importKinds;

export const importKindNames = Object.keys(importKinds) as [ImportKind, ...ImportKind[]];

export const importStates = {
	checking: "Not checked",
	ready: "Not applied",
	applying: "Applying",
	done: "Applied",
	canceled: "Canceled",
} as const satisfies Record<string, string>;

export type ImportState = keyof typeof importStates;

export const importStateNames = Object.keys(importStates) as [ImportState, ...ImportState[]];

/** `column` is null for a problem with the entire row. */
export type ImportIssue = { column: ProductColumn | null; message: string };

/** A column of the file that is not imported. */
export const ignoredColumn = "";
