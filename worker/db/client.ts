import { drizzle } from "drizzle-orm/d1";
import type { Env } from "#worker/env.ts";

/** What one request has asked of D1. */
export type Meter = {
	statements: number;
	roundTrips: number;
	/** Whether anything but reads was sent, even if its response was lost or no row changed. */
	hasWritten: boolean;
};

export const createMeter = (): Meter => ({ statements: 0, roundTrips: 0, hasWritten: false });

/**
 * @param session every statement of one request goes through it, so that a writer reads what it wrote
 * @returns the typed query builder over it, which counts on the meter
 */
export function connectDatabase(
	{ DB, LOG_STATEMENTS }: Pick<Env, "DB" | "LOG_STATEMENTS">,
	session: D1DatabaseSession,
	meter: Meter = createMeter(),
) {
	const count = (statements: number) => {
		meter.statements += statements;
		meter.roundTrips += 1;
	};
	/** A D1 session looks to Drizzle like the whole database. Drizzle prepares a statement just before it is sent. */
	const client: D1Database = {
		prepare(query) {
			if (LOG_STATEMENTS) console.log(JSON.stringify({ statement: query }));
			meter.hasWritten ||= !/^\s*select\b/i.test(query);
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
	// Drizzle logs a statement that is sent alone, and none of a batch.
	return drizzle(client, { logger: { logQuery: () => count(1) } });
}

export type Database = ReturnType<typeof connectDatabase>;
