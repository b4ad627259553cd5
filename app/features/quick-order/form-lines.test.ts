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
	const { lines } = await readFormLines(
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
	expect((await readFormLines(form)).lines).toHaveLength(75_000);
});

const createZip = () => new Uint8Array([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 0x0a, 0x41, 0xff]);

test.each([
	["a spreadsheet that was renamed to .csv", createZip(), "notText"],
	["a file above 256 KB", new Uint8Array(300_000).fill(65), "tooLarge"],
])("rejects %s, and keeps the other lines", async (_, bytes, problem) => {
	const form = createForm([
		["item", "bar"],
		["quantity", "5"],
		["lines", "saw, 2"],
	]);
	form.set("file", new File([bytes], "order.csv", { type: "text/csv" }));
	expect(await readFormLines(form)).toEqual({
		problem,
		lines: [
			{ item: "bar", quantity: "5", toolId: null },
			{ item: "saw", quantity: "2", toolId: null },
		],
	});
});

test("rejects pasted text above 256 KB, and keeps the other lines", async () => {
	const form = createForm([
		["item", "bar"],
		["quantity", "5"],
		["lines", "a".repeat(300_000)],
	]);
	expect(await readFormLines(form)).toEqual({
		problem: "tooLarge",
		lines: [{ item: "bar", quantity: "5", toolId: null }],
	});
});
