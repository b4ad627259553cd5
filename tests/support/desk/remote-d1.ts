type Value = string | number | null;
type Statement = { sql: string; values: Value[] };

/** What one request to the desk asks: one statement, or several in one transaction. */
export type Asked = { how: "all" | "run" | "raw" | "batch"; statements: Statement[] };

type Send = (asked: Asked) => Promise<Response>;

const isValue = (value: unknown): value is Value =>
	value === null || typeof value === "string" || typeof value === "number";

/** As D1 binds it. @throws where D1 would, and for bytes, which JSON cannot carry */
function toValue(value: unknown): Value {
	const plain = typeof value === "boolean" ? Number(value) : value;
	if (isValue(plain)) return plain;
	throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${value}'`);
}

async function ask<Answer>(send: Send, asked: Asked): Promise<Answer> {
	const response = await send(asked);
	if (!response.ok) throw new Error(await response.text());
	return response.json<Answer>();
}

function prepare(send: Send, sql: string, values: Value[] = []) {
	const statements = [{ sql, values }];
	const all = () => ask<D1Result<Record<string, unknown>>>(send, { how: "all", statements });
	return {
		statements,
		bind: (...given: unknown[]) => prepare(send, sql, given.map(toValue)),
		all,
		run: () => ask<D1Result>(send, { how: "run", statements }),
		raw: () => ask<unknown[][]>(send, { how: "raw", statements }),
		first: async () => (await all()).results[0] ?? null,
	};
}

/**
 * The D1 of a Worker, from here: one request a statement or batch, where the harness's own stand-in makes a
 * blocking one each for `prepare` and `bind` too (5 ms of this process each).
 * @param send takes a request to `desk-worker.ts`
 */
export function createRemoteD1(send: Send): D1Database {
	const d1 = {
		prepare: (sql: string) => prepare(send, sql),
		batch: (prepared: ReturnType<typeof prepare>[]) =>
			ask<D1Result[]>(send, {
				how: "batch",
				statements: prepared.flatMap(({ statements }) => statements),
			}),
	};
	// D1's types are classes with overloads; this has all of them that tests call.
	return d1 as unknown as D1Database;
}
