import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { expect, onTestFinished, test } from "vitest";
import { type Manifest, pictureList, readManifest, writeManifest } from "./format.ts";
import { checkPictures } from "./pictures.ts";
import { checkRows } from "./rows.ts";

const sum = { rows: 0, sha256: "0".repeat(64) };
const tools = { ...sum, name: "tools", columns: ["id", "name"] };
const made = { type: "table", name: "tools", sql: "CREATE TABLE tools (id, name)" } as const;
const whole: Manifest = {
	...{ format: 1, taken: "2026-11-21T12:00:00.000Z", migration: "0000_first.sql" },
	...{ changed: [], schema: [made], tables: [tools], pictures: sum, leftOut: [] },
};

async function makeFolder() {
	const folder = await mkdtemp(join(tmpdir(), "export-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	return folder;
}

async function readBack(manifest: Manifest) {
	const folder = await makeFolder();
	await writeManifest(folder, manifest);
	return readManifest(folder);
}

test("a manifest is read as it was written", async () => {
	expect(await readBack(whole)).toEqual(whole);
});

const outside = "../../outside";
test.each<[string, Partial<Manifest>]>([
	["a table that it does not make", { schema: [] }],
	["no rows of a table that it makes", { tables: [] }],
	[
		"a name that is a path",
		{ tables: [{ ...tools, name: outside }], schema: [{ ...made, name: outside }] },
	],
	["a column that is a statement", { tables: [{ ...tools, columns: ['id", (SELECT 1) --'] }] }],
	[
		"half a restore",
		{
			tables: [{ ...tools, name: "unfinished_restore" }],
			schema: [{ ...made, name: "unfinished_restore" }],
		},
	],
])("a manifest with %s is refused", async (_, change) => {
	await expect(readBack({ ...whole, ...change })).rejects.toThrow("is not the manifest");
});

async function* linesOf(...lines: string[]) {
	yield* lines;
}

test.each(["{", "[]", '{"id":"1"}', '{"id":"1","name":"x","more":1}', '{"id":"1","name":{}}'])(
	"%s is no row of the table",
	async (line) => {
		const good = '{"id":"1","name":null}';
		const lines = checkRows(linesOf(good, line), tools);
		expect(await lines.next()).toEqual({ done: false, value: good });
		await expect(lines.next()).rejects.toThrow();
	},
);

test.each(["{", "{}", '{"key":"../../outside.png","type":"image/png"}'])(
	"%s names no picture",
	async (line) => {
		const folder = await makeFolder();
		await writeFile(pictureList(folder), `${line}\n`);
		await expect(checkPictures(folder)).rejects.toBeInstanceOf(v.ValiError);
	},
);
