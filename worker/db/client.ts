import { drizzle } from "drizzle-orm/d1";
import type { Env } from "#worker/env.ts";

export type QueryStats = {
	statements: number;
	roundTrips: number;
	/** Whether any statement other than a SELECT was sent, even if its response was lost or no row changed. */
	hasWritten: boolean;
};

export const createQueryStats = (): QueryStats => ({
	statements: 0,
	roundTrips: 0,
	hasWritten: false,
});

export function connectDatabase(
	{ DB, LOG_STATEMENTS }: Pick<Env, "DB" | "LOG_STATEMENTS">,
	session: D1DatabaseSession,
	queryStats: QueryStats = createQueryStats(),
) {
	const count = (statements: number) => {
		queryStats.statements += statements;
		queryStats.roundTrips += 1;
	};
	// Drizzle sends each statement right after it prepares it, so `prepare` already counts it as sent.
	const client: D1Database = {
		prepare(query) {
			if (LOG_STATEMENTS) console.log(JSON.stringify({ statement: query }));
			queryStats.hasWritten ||= !/^\s*select\b/i.test(query);
			return session.prepare(query);
		},
		batch(statements) {
			count(statements.length);
			return session.batch(statements);
		},
		exec: (query) => DB.exec(query),
		dump: () => DB.dump(),
		withSession: (constraint) => DB.withSession(constraint),
	};
	// Drizzle logs statements that are sent alone, but not those of a batch.
	return drizzle(client, { logger: { logQuery: () => count(1) } });
}

export type Database = ReturnType<typeof connectDatabase>;
