import type { Outcome } from "../../support/programs.ts";
import { type Finding, missing, ready, unchecked } from "../findings.ts";

/** What is deployed has to be found again: what git knows. @param status outcome of `git status --porcelain` */
export function checkSource({ code, stdout }: Outcome): Finding {
	const what = "Source";
	if (code !== 0) return unchecked(what, "not checked: this folder is not under git");
	const changed = stdout.split("\n").filter((line) => line !== "");
	if (changed.length === 0) return ready(what, "everything is committed");
	return missing(
		what,
		`${changed.length} changes are not committed`,
		"git status",
		"git commit -a",
	);
}
