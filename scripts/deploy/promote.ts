import { eq, type SQLWrapper } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import * as v from "valibot";
import { users } from "#worker/db/schema.ts";
import { createRoleChange } from "#worker/shop/accounts/roles.ts";
import { insertEntry } from "#worker/shop/audit.ts";
import { UserError } from "../support/user-error.ts";
import { readWranglerJson, type Wrangler } from "./wrangler.ts";

/** The actor in the audit log, because the command has no account. */
const actor = { id: null, email: "npm run make-admin" };

const notCalled = () => {
	throw new Error("Drizzle only writes the SQL; wrangler runs it.");
};
const db = drizzle({
	prepare: notCalled,
	batch: notCalled,
	exec: notCalled,
	withSession: notCalled,
	dump: notCalled,
});

const dialect = new SQLiteAsyncDialect();
const toSql = (statement: SQLWrapper): string =>
	dialect.sqlToQuery(statement.getSQL().inlineParams()).sql;

const responseSchema = v.pipe(
	v.array(v.object({ results: v.array(v.record(v.string(), v.unknown())) })),
	v.minLength(2),
);

/**
 * Makes an account an admin.
 * @param databaseArgs - wrangler's arguments that select the database
 * @returns false if the account was already an admin
 */
export async function promote(
	email: string,
	databaseArgs: string[],
	run: Wrangler,
): Promise<boolean> {
	const { audit, statements } = createRoleChange(db, actor, eq(users.email, email), "admin");
	const selectRole = db.select({ role: users.role }).from(users).where(eq(users.email, email));
	const sql = [insertEntry(db, audit), ...statements, selectRole].map(toSql).join(";\n");
	const args = ["d1", "execute", "DB", ...databaseArgs, "--json", "--command", sql];
	const results = await readWranglerJson(run, args, responseSchema);
	const [changedRowCount, accountRowCount] = results
		.slice(-2)
		.map(({ results: rows }) => rows.length);
	if (accountRowCount === 0) {
		throw new UserError(
			`There is no account for ${email}. Sign up with it at /signup, then run this again.`,
		);
	}
	return changedRowCount === 1;
}
