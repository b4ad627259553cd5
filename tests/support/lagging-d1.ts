import { DatabaseSync } from "node:sqlite";
import { createSqliteD1, type Watcher } from "./sqlite-d1.ts";

declare module "node:sqlite" {
	/** Node has both; its types of 24.10 do not. */
	interface DatabaseSync {
		serialize(): Uint8Array;
		deserialize(content: Uint8Array): void;
	}
}

/** Snapshots that a replica may still be at: it is never further behind. */
const mostLag = 50;

const isRead = (query: string) => /^\s*select\b/i.test(query);
const hex = (number: number, digits: number) => number.toString(16).padStart(digits, "0");

type Constraint = string | null | undefined;

/**
 * A D1 with read replication ("Global read replication"), as unkind as its documentation allows: a session reads the
 * oldest version that it may. `first-unconstrained` may be any number of writes behind, a bookmark only as far as
 * itself; writes and `first-primary` are at the newest. A bookmark of another database is refused.
 * @param primary with its tables
 * @param watch called before each round trip, with its statements
 */
export function createLaggingD1(primary: DatabaseSync, watch: Watcher = () => undefined) {
	const identity = crypto.randomUUID().replaceAll("-", "");
	const snapshots = new Map<number, Uint8Array>([[0, primary.serialize()]]);
	const begun: string[] = [];
	let [version, lag] = [0, 0];
	let replica: { version: number; database: DatabaseSync } | undefined;

	const bookmarkOf = (at: number) => `${hex(at, 8)}-00000000-00000000-${identity}`;

	function versionOf(bookmark: string): number {
		if (!bookmark.endsWith(identity)) {
			throw new Error("D1_ERROR: D1_SESSION_ERROR: the bookmark is of another database");
		}
		return Number.parseInt(bookmark.slice(0, 8), 16);
	}

	function replicaAt(wanted: number): DatabaseSync {
		if (wanted >= version) return primary;
		if (replica?.version !== wanted) {
			replica?.database.close();
			const database = new DatabaseSync(":memory:");
			database.deserialize(snapshots.get(wanted) ?? primary.serialize());
			replica = { version: wanted, database };
		}
		return replica.database;
	}

	function noteWrite() {
		version += 1;
		snapshots.set(version, primary.serialize());
		snapshots.delete(version - mostLag - 1);
	}

	/** @param always whether it reads the newest version each time, as a database does that is asked without a session */
	function openSession(constraint: Constraint, always = false) {
		const asked = constraint ?? "first-unconstrained";
		begun.push(asked);
		let bookmark: string | null = asked.startsWith("first-") ? null : asked;
		const oldest = () => {
			if (bookmark !== null) return versionOf(bookmark);
			return asked === "first-primary" ? version : 0;
		};
		/** Of one round trip. */
		async function ask<Result>(
			queries: string[],
			run: (d1: ReturnType<typeof createSqliteD1>) => Promise<Result>,
		): Promise<Result> {
			const after = await watch(queries);
			const reads = queries.every(isRead);
			const at = always ? version : Math.max(oldest(), version - (reads ? lag : 0));
			const result = await run(createSqliteD1(reads ? replicaAt(at) : primary));
			if (!reads) noteWrite();
			bookmark = bookmarkOf(reads ? at : version);
			after?.();
			return result;
		}
		const statement = (query: string, values: unknown[] = []) => ({
			query,
			values,
			bind: (...bound: unknown[]) => statement(query, bound),
			all: () =>
				ask([query], (d1) =>
					d1
						.prepare(query)
						.bind(...values)
						.all(),
				),
			run: () =>
				ask([query], (d1) =>
					d1
						.prepare(query)
						.bind(...values)
						.run(),
				),
			raw: () =>
				ask([query], (d1) =>
					d1
						.prepare(query)
						.bind(...values)
						.raw(),
				),
			first: () =>
				ask([query], (d1) =>
					d1
						.prepare(query)
						.bind(...values)
						.first(),
				),
		});
		return {
			prepare: (query: string) => statement(query),
			batch: (all: { query: string; values: unknown[] }[]) =>
				ask(
					all.map(({ query }) => query),
					(d1) => d1.batch(all.map(({ query, values }) => d1.prepare(query).bind(...values))),
				),
			getBookmark: () => bookmark,
		};
	}

	// D1's types are classes with overloads; this has all of them that the shop and Drizzle call.
	const d1 = {
		...openSession("first-primary", true),
		withSession: (constraint: Constraint) => openSession(constraint),
	} as unknown as D1Database & D1DatabaseSession;
	begun.length = 0;
	return {
		d1,
		/** How each session began, in their order. */
		begun,
		/** @param writes that replicas are behind from now on, 50 at most */
		lagBehind(writes: number) {
			lag = Math.min(writes, mostLag);
		},
		/** A bookmark as another database hands it out. */
		foreignBookmark: () => `${hex(version + 1, 8)}-00000000-00000000-${"f".repeat(32)}`,
		close() {
			replica?.database.close();
			primary.close();
		},
	};
}
