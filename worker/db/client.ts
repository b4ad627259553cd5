import { drizzle } from "drizzle-orm/d1";
import * as schema from "./schema.ts";

/**
 * A D1 session looks to Drizzle like the whole database.
 * @param session every statement of one request goes through it, so that a writer reads what they wrote
 */
const asDatabase = (database: D1Database, session: D1DatabaseSession): D1Database => ({
	prepare: (query) => session.prepare(query),
	batch: (statements) => session.batch(statements),
	exec: (query) => database.exec(query),
	dump: () => database.dump(),
	withSession: (constraint) => database.withSession(constraint),
});

/** @returns the typed query builder over one request's D1 session */
export const openDatabase = (database: D1Database, session: D1DatabaseSession) =>
	drizzle(asDatabase(database, session), { schema });

export type Database = ReturnType<typeof openDatabase>;
