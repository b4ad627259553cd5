import { eq, type SQLWrapper } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import * as v from "valibot";
import { users } from "#worker/db/schema.ts";
import { promotion } from "#worker/shop/accounts/users.ts";
import { Refusal } from "../support/refusal.ts";
import { ask, type Wrangler } from "./wrangler.ts";

/** The audit log's name for whoever runs the command: it has no account. */
const doer = { id: null, email: "npm run make-admin" };

const unasked = () => {
	throw new Error("Statements are only written here; wrangler runs them.");
};
/** Drizzle as a writer of SQL. */
const db = drizzle({
	...{ prepare: unasked, batch: unasked, exec: unasked, withSession: unasked, dump: unasked },
});

const dialect = new SQLiteAsyncDialect();
/** @returns the statement with its values in it, quoted as SQLite wants them */
const textOf = (statement: SQLWrapper): string =>
	dialect.sqlToQuery(statement.getSQL().inlineParams()).sql;

/** @returns the SQL that makes an account an admin, as the shop itself does it, and then reads its role */
const writePromotion = (email: string): string =>
	[
		...promotion({ db }, doer, email),
		db.select({ role: users.role }).from(users).where(eq(users.email, email)),
	]
		.map(textOf)
		.join(";\n");

const answerSchema = v.pipe(
	v.array(v.object({ results: v.array(v.record(v.string(), v.unknown())) })),
	v.minLength(2),
);

/**
 * Makes an existing account an admin.
 * @param place arguments that say which database: `--local …` or `--remote --env …`
 * @returns whether it was none before
 * @throws Refusal when there is no such account, or the database does not answer
 */
export async function promote(email: string, place: string[], run: Wrangler): Promise<boolean> {
	const args = ["d1", "execute", "DB", ...place, "--json", "--command", writePromotion(email)];
	const answer = await ask(run, args, answerSchema);
	if ("reason" in answer) {
		const hint = answer.reason.includes("no such table")
			? " Is there a shop? Locally `npm start` makes one, with the same STORE_DATA."
			: "";
		throw new Refusal(`The database did not take it: ${answer.reason}.${hint}`);
	}
	const [changed, found] = answer.value.slice(-2).map(({ results }) => results.length);
	if (found === 0) {
		throw new Refusal(
			`There is no account ${email}. Sign up with it at /signup, then run this again.`,
		);
	}
	return changed === 1;
}
