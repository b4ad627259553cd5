import { drizzle } from "drizzle-orm/d1";
import { createMeter, type Meter, meterSession } from "./meter.ts";

/**
 * A D1 session looks to Drizzle like the whole database.
 * @param session every statement of one request goes through it, so that a writer reads what they wrote
 */
const asDatabase = (
	database: D1Database,
	session: ReturnType<typeof meterSession>,
): D1Database => ({
	...session,
	exec: (query) => database.exec(query),
	dump: () => database.dump(),
	withSession: (constraint) => database.withSession(constraint),
});

/** @returns the typed query builder over one request's D1 session, which counts on the meter */
export const openDatabase = (
	database: D1Database,
	session: D1DatabaseSession,
	meter: Meter = createMeter(),
) => drizzle(asDatabase(database, meterSession(session, meter)));

export type Database = ReturnType<typeof openDatabase>;
