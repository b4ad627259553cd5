import { globSync, readFileSync } from "node:fs";
import { getTableName, is, Table } from "drizzle-orm";
import * as schema from "#worker/db/schema.ts";

const drizzleCalls: Record<string, RegExp> = {
	select: /\.from\((\w+)\)/g,
	insert: /(?:\.insert\(|insertSelect\(\s*\w+,\s*)(\w+)/g,
	update: /\.update\((\w+)\)/g,
	delete: /\.delete\((\w+)\)/g,
};

const tableNames = new Map(
	Object.entries(schema).flatMap(([name, table]) =>
		is(table, Table) ? [[name, getTableName(table)] as const] : [],
	),
);

/** @returns the operations on tables in the Worker's source, such as "insert orders" */
export function readOperations(): string[] {
	const operations = new Set<string>();
	const files = globSync("worker/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
	for (const file of files) {
		const source = readFileSync(file, "utf8");
		for (const [verb, pattern] of Object.entries(drizzleCalls)) {
			for (const [, name = ""] of source.matchAll(pattern)) {
				const table = tableNames.get(name);
				if (table) operations.add(`${verb} ${table}`);
			}
		}
	}
	return [...operations].sort();
}

const sqlClauses: [verb: string, RegExp][] = [
	["select", /(?:^|\W)from "(\w+)"/g],
	["insert", /insert into "(\w+)"/g],
	["update", /update "(\w+)"/g],
	["delete", /delete from "(\w+)"/g],
];

/** @returns the operations of a statement, in the format of `readOperations` */
export const getOperations = (statement: string): string[] =>
	sqlClauses.flatMap(([verb, pattern]) =>
		Array.from(statement.matchAll(pattern), ([, table]) => `${verb} ${table}`),
	);
