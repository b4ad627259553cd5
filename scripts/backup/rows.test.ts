import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createSqliteD1 } from "../../tests/support/sqlite-d1.ts";
import { readRows } from "./rows.ts";

test("reads the parts of imported files in several queries, because D1 returns at most 50 MB", async () => {
	const sqlite = new DatabaseSync(":memory:");
	onTestFinished(() => sqlite.close());
	sqlite.exec(`CREATE TABLE import_parts (part INTEGER, text TEXT);
		WITH RECURSIVE parts (part) AS (SELECT 0 UNION ALL SELECT part + 1 FROM parts WHERE part < 29)
		INSERT INTO import_parts SELECT part, printf('%.*c', 1800000, 'x') FROM parts`);
	const table = { name: "import_parts", columns: ["part", "text"] };
	const parts: number[] = [];
	for await (const line of readRows(createSqliteD1(sqlite), table))
		parts.push(JSON.parse(line).part);
	expect(parts).toEqual(Array.from({ length: 30 }, (_, part) => part));
});
