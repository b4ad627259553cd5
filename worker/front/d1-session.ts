import { sql } from "drizzle-orm";
import { type Database, openDatabase } from "#worker/db/client.ts";
import type { Meter } from "#worker/db/meter.ts";
import type { Env } from "#worker/env.ts";
import { forLog } from "#worker/shop/errors.ts";

/** Milliseconds that a replica may take to reach a bookmark; a bookmark of a replaced database may never be reached. */
const longestWaitMs = 3000;

/** A request, as far as it decides which copy of the database may answer it. */
type Asking = { method: string; path: string; bearer: boolean; bookmark: string | null };

const isSafe = (method: string) => method === "GET" || method === "HEAD";

/**
 * What may write reads the primary: a webhook that decides by a lagging replica decides wrongly. So does a bearer, a
 * program that keeps no bookmark. Everyone else reads nearby, at least as late as what their browser wrote last.
 */
function constraintOf({ method, path, bearer, bookmark }: Asking): string {
	const mayWrite = !isSafe(method) || path.startsWith("/auth/");
	return mayWrite || bearer ? "first-primary" : (bookmark ?? "first-unconstrained");
}

function openAt(env: Env, meter: Meter, constraint: string) {
	const d1 = env.DB.withSession(constraint);
	return { d1, db: openDatabase(env.DB, d1, meter) };
}

async function withinTime<Found>(reading: Promise<Found>): Promise<Found> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		const error = new Error(`The bookmark was not reached within ${longestWaitMs} ms`);
		timer = setTimeout(() => reject(error), longestWaitMs);
	});
	return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}

/** Where nothing was found nothing may have been asked: `select 1` shows whether D1 takes the bookmark. */
async function tryAt<Found>(db: Database, read: (db: Database) => Promise<Found>): Promise<Found> {
	const found = await read(db);
	if (found === null) await db.run(sql`select 1`);
	return found;
}

/**
 * Opens the D1 session of one request, and makes its first read there. A bookmark that D1 does not answer at, such as
 * one of a database that was replaced, is given up for the primary.
 * @param read the first read; it need not ask the database
 * @returns `found`: what was read, or why it was not; `replaced`: whether the visitor's bookmark was given up
 */
export async function openSession<Found>(
	env: Env,
	meter: Meter,
	asking: Asking,
	read: (db: Database) => Promise<Found>,
) {
	const constraint = constraintOf(asking);
	const near = openAt(env, meter, constraint);
	if (constraint !== asking.bookmark) return { ...near, found: read(near.db), replaced: false };
	try {
		const found = await withinTime(tryAt(near.db, read));
		return { ...near, found: Promise.resolve(found), replaced: false };
	} catch (error) {
		console.error("bookmark", forLog(error));
		const primary = openAt(env, meter, "first-primary");
		return { ...primary, found: tryAt(primary.db, read), replaced: true };
	}
}
