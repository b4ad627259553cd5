import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { expect, onTestFinished, test } from "vitest";
import { getPictureListPath, type Manifest, readManifest, writeManifest } from "./format.ts";
import { checkPictures } from "./pictures.ts";
import { checkRows } from "./rows.ts";

const emptyChecksum = { rows: 0, sha256: "0".repeat(64) };
const toolsTable = { ...emptyChecksum, name: "tools", columns: ["id", "name"] };
const toolsTableItem = {
	type: "table",
	name: "tools",
	sql: "CREATE TABLE tools (id, name)",
} as const;
const validManifest: Manifest = {
	format: 1,
	taken: "2026-11-21T12:00:00.000Z",
	migration: "0000_first.sql",
	changed: [],
	schema: [toolsTableItem],
	tables: [toolsTable],
	pictures: emptyChecksum,
	skippedKeys: [],
};

async function createFolder() {
	const folder = await mkdtemp(join(tmpdir(), "export-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	return folder;
}

async function readBack(manifest: Manifest) {
	const folder = await createFolder();
	await writeManifest(folder, manifest);
	return readManifest(folder);
}

test("reads a manifest as it was written", async () => {
	expect(await readBack(validManifest)).toEqual(validManifest);
});

const outsidePath = "../../outside";
test.each<[string, Partial<Manifest>]>([
	["a table that its schema does not create", { schema: [] }],
	["no rows of a table that its schema creates", { tables: [] }],
	[
		"a table name that is a path",
		{
			tables: [{ ...toolsTable, name: outsidePath }],
			schema: [{ ...toolsTableItem, name: outsidePath }],
		},
	],
	["a column name that is SQL", { tables: [{ ...toolsTable, columns: ['id", (SELECT 1) --'] }] }],
	[
		"an unfinished restore",
		{
			tables: [{ ...toolsTable, name: "unfinished_restore" }],
			schema: [{ ...toolsTableItem, name: "unfinished_restore" }],
		},
	],
])("rejects a manifest with %s", async (_, change) => {
	await expect(readBack({ ...validManifest, ...change })).rejects.toThrow("is not the manifest");
});

async function* getLines(...lines: string[]) {
	yield* lines;
}

test.each(["{", "[]", '{"id":"1"}', '{"id":"1","name":"x","other":1}', '{"id":"1","name":{}}'])(
	"rejects %s as a row of the table",
	async (line) => {
		const validRow = '{"id":"1","name":null}';
		const lines = checkRows(getLines(validRow, line), toolsTable);
		expect(await lines.next()).toEqual({ done: false, value: validRow });
		await expect(lines.next()).rejects.toThrow();
	},
);

test.each(["{", "{}", '{"key":"../../outside.png","type":"image/png"}'])(
	"rejects %s as a line of the picture list",
	async (line) => {
		const folder = await createFolder();
		await writeFile(getPictureListPath(folder), `${line}\n`);
		await expect(checkPictures(folder)).rejects.toBeInstanceOf(v.ValiError);
	},
);
