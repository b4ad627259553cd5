import { DatabaseSync } from "node:sqlite";
import { createSqliteD1 } from "./sqlite-d1.ts";

/** The largest number of writes that a replica can be behind. */
const maxLag = 50;

const isRead = (query: string) => /^\s*select\b/i.test(query);
const toHex = (number: number) => number.toString(16).padStart(8, "0");

type Constraint = string | null | undefined;

/**
 * Creates a D1 with read replication (D1, "Global read replication") in the worst case that D1 documents: a session reads
 * the oldest version that D1 allows. A `first-unconstrained` session reads a replica. A session with a bookmark reads no version
 * older than the bookmark's. Writes and `first-primary` sessions use the newest version. A bookmark from another database is
 * rejected.
 * @param primary - a migrated database
 */
export function createLaggingD1(primary: DatabaseSync) {
	const databaseId = crypto.randomUUID().replaceAll("-", "");
	const snapshots = new Map<number, Uint8Array>([[0, primary.serialize()]]);
	const sessionConstraints: string[] = [];
	let [version, lag] = [0, 0];
	let replica: { version: number; database: DatabaseSync } | undefined;

	const createBookmark = (snapshotVersion: number) =>
		`${toHex(snapshotVersion)}-00000000-00000000-${databaseId}`;

	function getVersion(bookmark: string): number {
		if (!bookmark.endsWith(databaseId)) {
			throw new Error("D1_ERROR: D1_SESSION_ERROR: the bookmark is from another database");
		}
		return Number.parseInt(bookmark.slice(0, 8), 16);
	}

	function getReplica(snapshotVersion: number): DatabaseSync {
		if (snapshotVersion >= version) return primary;
		if (replica?.version !== snapshotVersion) {
			replica?.database.close();
			const database = new DatabaseSync(":memory:");
			database.deserialize(snapshots.get(snapshotVersion) ?? primary.serialize());
			replica = { version: snapshotVersion, database };
		}
		return replica.database;
	}

	function recordWrite() {
		version += 1;
		snapshots.set(version, primary.serialize());
		snapshots.delete(version - maxLag - 1);
	}

	/** @param readsNewest - reads the newest version each time, as D1 does outside a session */
	function createSession(constraint: Constraint, readsNewest = false) {
		const effectiveConstraint = constraint ?? "first-unconstrained";
		sessionConstraints.push(effectiveConstraint);
		let bookmark: string | null = effectiveConstraint.startsWith("first-")
			? null
			: effectiveConstraint;
		const getOldestAllowedVersion = () => {
			if (bookmark !== null) return getVersion(bookmark);
			return effectiveConstraint === "first-primary" ? version : 0;
		};

		async function roundTrip<Result>(
			queries: string[],
			run: (d1: ReturnType<typeof createSqliteD1>) => Promise<Result>,
		): Promise<Result> {
			const isReadOnly = queries.every(isRead);
			const snapshotVersion = readsNewest
				? version
				: Math.max(getOldestAllowedVersion(), version - (isReadOnly ? lag : 0));
			const result = await run(createSqliteD1(isReadOnly ? getReplica(snapshotVersion) : primary));
			if (!isReadOnly) recordWrite();
			bookmark = createBookmark(isReadOnly ? snapshotVersion : version);
			return result;
		}
		const createStatement = (query: string, values: unknown[] = []) => {
			const send = <Result>(execute: (statement: D1PreparedStatement) => Promise<Result>) =>
				roundTrip([query], (d1) => execute(d1.prepare(query).bind(...values)));
			return {
				query,
				values,
				bind: (...newValues: unknown[]) => createStatement(query, newValues),
				all: () => send((statement) => statement.all()),
				run: () => send((statement) => statement.run()),
				raw: () => send((statement) => statement.raw()),
				first: () => send((statement) => statement.first()),
			};
		};
		return {
			prepare: (query: string) => createStatement(query),
			batch: (statements: { query: string; values: unknown[] }[]) =>
				roundTrip(
					statements.map(({ query }) => query),
					(d1) =>
						d1.batch(statements.map(({ query, values }) => d1.prepare(query).bind(...values))),
				),
			getBookmark: () => bookmark,
		};
	}

	// D1's types are classes with overloads. This object has all methods that the shop and Drizzle call.
	const d1 = {
		...createSession("first-primary", true),
		withSession: (constraint: Constraint) => createSession(constraint),
	} as unknown as D1Database & D1DatabaseSession;
	sessionConstraints.length = 0;
	return {
		d1,
		/** The constraint or bookmark with which each session began, in order. */
		sessionConstraints,
		/** Sets how many writes replicas are behind, at most 50. */
		setLag(writes: number) {
			lag = Math.min(writes, maxLag);
		},
		/** Creates a bookmark that belongs to another database. */
		createOtherDatabaseBookmark: () => `${toHex(version + 1)}-00000000-00000000-${"f".repeat(32)}`,
		close() {
			replica?.database.close();
			primary.close();
		},
	};
}
