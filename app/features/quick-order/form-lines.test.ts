import { expect, test } from "vitest";
import { readFormLines } from "./form-lines.ts";

const createForm = (fields: [name: string, value: string][]) => {
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	return form;
};

test("ignores a tool that was chosen before the line's text was changed", async () => {
	const row = (item: string, checkedItem: string): [string, string][] => [
		["item", item],
		["quantity", "5"],
		["checked-item", checkedItem],
	];
	const lines = await readFormLines(
		createForm([...row("bar", "bar"), ["tool-0", "a"], ...row("saw", "bar"), ["tool-1", "b"]]),
	);
	expect(lines).toEqual([
		{ item: "bar", quantity: "5", toolId: "a" },
		{ item: "saw", quantity: "5", toolId: null },
	]);
});

test("reads a form of 75,000 lines, the most that 5 MiB can hold, in time", async () => {
	const form = createForm(Array.from({ length: 75_000 }, () => ["item", "a"]));
	expect(await readFormLines(form)).toHaveLength(75_000);
});
