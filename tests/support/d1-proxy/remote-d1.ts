type Value = string | number | null;
type Statement = { sql: string; values: Value[] };

/** The body of a request to the proxy: one statement, or a batch, which is one transaction. */
export type ProxyRequest = { method: "all" | "run" | "raw" | "batch"; statements: Statement[] };

type Send = (proxyRequest: ProxyRequest) => Promise<Response>;

const isValue = (value: unknown): value is Value =>
	value === null || typeof value === "string" || typeof value === "number";

/** Converts a value as D1 does. Throws if D1 would, and for bytes, which JSON cannot represent. */
export function toValue(value: unknown): Value {
	const bindable = typeof value === "boolean" ? Number(value) : value;
	if (isValue(bindable)) return bindable;
	throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${value}'`);
}

async function request<Result>(send: Send, proxyRequest: ProxyRequest): Promise<Result> {
	const response = await send(proxyRequest);
	if (!response.ok) throw new Error(await response.text());
	return response.json<Result>();
}

function prepare(send: Send, sql: string, values: Value[] = []) {
	const statements = [{ sql, values }];
	const all = () => request<D1Result<Record<string, unknown>>>(send, { method: "all", statements });
	return {
		statements,
		bind: (...newValues: unknown[]) => prepare(send, sql, newValues.map(toValue)),
		all,
		run: () => request<D1Result>(send, { method: "run", statements }),
		raw: () => request<unknown[][]>(send, { method: "raw", statements }),
		first: async () => (await all()).results[0] ?? null,
	};
}

/**
 * Creates a client for the D1 of a Worker, which sends one request per statement or batch. Miniflare's own proxy is not
 * used, because it blocks this process for 5 ms at every `prepare` and `bind`.
 * @param send - posts a request to `proxy-worker.ts`
 */
export function createRemoteD1(send: Send): D1Database {
	const d1 = {
		prepare: (sql: string) => prepare(send, sql),
		batch: (prepared: ReturnType<typeof prepare>[]) =>
			request<D1Result[]>(send, {
				method: "batch",
				statements: prepared.flatMap(({ statements }) => statements),
			}),
	};
	// D1's types are classes with overloads. This object has all methods that tests call.
	return d1 as unknown as D1Database;
}
