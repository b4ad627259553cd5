import { expect, test } from "vitest";
import { readFormLines } from "./form-lines.ts";

const formOf = (fields: [name: string, value: string][]) => {
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	return form;
};

test("a tool that was chosen counts only for the text that it was chosen for", async () => {
	const row = (item: string, asked: string): [string, string][] => [
		["item", item],
		["quantity", "5"],
		["asked", asked],
	];
	const lines = await readFormLines(
		formOf([...row("bar", "bar"), ["tool-0", "a"], ...row("saw", "bar"), ["tool-1", "b"]]),
	);
	expect(lines).toEqual([
		{ item: "bar", quantity: "5", tool: "a" },
		{ item: "saw", quantity: "5", tool: null },
	]);
});

test("a form with 75,000 lines, as many as 5 MiB have, is read in time", async () => {
	const form = formOf(Array.from({ length: 75_000 }, () => ["item", "a"]));
	expect(await readFormLines(form)).toHaveLength(75_000);
});
