import { globSync, readFileSync } from "node:fs";
import { getTableName, is, Table } from "drizzle-orm";
import * as schema from "#worker/db/schema.ts";

const verbs: Record<string, RegExp> = {
	select: /\.from\((\w+)\)/g,
	insert: /(?:\.insert\(|insertFrom\(\s*\w+,\s*)(\w+)/g,
	update: /\.update\((\w+)\)/g,
	delete: /\.delete\((\w+)\)/g,
};

const tableNames = new Map(
	Object.entries(schema).flatMap(([name, table]) =>
		is(table, Table) ? [[name, getTableName(table)] as const] : [],
	),
);

/** @returns what the Worker's source does to which table: "insert orders" */
export function readDoings(): string[] {
	const doings = new Set<string>();
	const files = globSync("worker/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
	for (const file of files) {
		const source = readFileSync(file, "utf8");
		for (const [verb, pattern] of Object.entries(verbs)) {
			for (const [, name = ""] of source.matchAll(pattern)) {
				const table = tableNames.get(name);
				if (table) doings.add(`${verb} ${table}`);
			}
		}
	}
	return [...doings].sort();
}

const spoken: [verb: string, RegExp][] = [
	["select", /(?:^|\W)from "(\w+)"/g],
	["insert", /insert into "(\w+)"/g],
	["update", /update "(\w+)"/g],
	["delete", /delete from "(\w+)"/g],
];

/** @returns what a statement does to which tables, in the same words */
export const doingsOf = (statement: string): string[] =>
	spoken.flatMap(([verb, pattern]) =>
		Array.from(statement.matchAll(pattern), ([, table]) => `${verb} ${table}`),
	);
