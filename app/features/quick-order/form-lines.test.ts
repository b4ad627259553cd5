import { expect, test } from "vitest";
import { readFormLines } from "./form-lines.ts";

const createForm = (fields: [name: string, value: string][]) => {
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	return form;
};

test("ignores a tool that was chosen before the line's text was changed", async () => {
	const createFields = (item: string, checkedItem: string): [string, string][] => [
		["item", item],
		["quantity", "5"],
		["checked-item", checkedItem],
	];
	const lines = await readFormLines(
		createForm([
			...createFields("bar", "bar"),
			["tool-0", "a"],
			...createFields("saw", "bar"),
			["tool-1", "b"],
		]),
	);
	expect(lines).toEqual([
		{ item: "bar", quantity: "5", toolId: "a" },
		{ item: "saw", quantity: "5", toolId: null },
	]);
});

test("reads 75,000 lines, the most that fit in 5 MiB, quickly", async () => {
	const form = createForm(Array.from({ length: 75_000 }, () => ["item", "a"]));
	expect(await readFormLines(form)).toHaveLength(75_000);
});
