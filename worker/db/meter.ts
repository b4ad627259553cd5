import type { Env } from "#worker/env.ts";
import { retry } from "./retry.ts";

/** What one request's queries cost. Rows are those that Cloudflare bills (D1 "Return object", `meta`). */
export type Meter = {
	statements: number;
	roundTrips: number;
	rowsRead: number;
	rowsWritten: number;
	/** Milliseconds of waiting for D1; concurrent queries each count. */
	ms: number;
	/** Whether anything but reads was sent, even if its response was lost or no row changed. */
	wrote: boolean;
	/** Called with the text of each statement. */
	note?: (statement: string) => void;
};

const logStatement = (statement: string) => console.log(JSON.stringify({ statement }));

/** @returns a meter at zero; one per request */
export const createMeter = ({ LOG_STATEMENTS }: Pick<Env, "LOG_STATEMENTS"> = {}): Meter => ({
	statements: 0,
	roundTrips: 0,
	rowsRead: 0,
	rowsWritten: 0,
	ms: 0,
	wrote: false,
	...(LOG_STATEMENTS && { note: logStatement }),
});

/** @returns milliseconds as a header or a line of the log writes them */
export const roundedMs = (ms: number): number => Math.round(ms * 10) / 10;

/**
 * @param totalMs that the whole request took. On Workers the clock stands still between two waits for something outside
 * ("Performance and timers"): both times are those of waiting, not of computing.
 * @returns a `Server-Timing` header (W3C): what the database took, in words what it did, and the whole
 */
export const serverTiming = (meter: Meter, totalMs: number): string => {
	const { statements, roundTrips, rowsRead, rowsWritten, ms } = meter;
	const words = `${statements} statements, ${roundTrips} round trips, ${rowsRead} rows read, ${rowsWritten} written`;
	return `d1;dur=${roundedMs(ms)};desc="${words}", total;dur=${roundedMs(totalMs)}`;
};

/** D1 accepts only its own statements in a batch; a batch that only reads may be retried. */
type Original = { statement: D1PreparedStatement; reads: boolean };
const originals = new WeakMap<D1PreparedStatement, Original>();

const isRead = (query: string) => /^\s*select\b/i.test(query);

/**
 * Counts a round trip and what it did.
 * @param ask returns the results, in the order of the statements; retried only if all of them read
 */
async function count<Result extends D1Result>(
	meter: Meter,
	statements: number,
	reads: boolean,
	ask: () => Promise<Result[]>,
): Promise<Result[]> {
	const askOnce = async () => {
		meter.roundTrips += 1;
		meter.wrote ||= !reads;
		meter.statements += statements;
		const began = performance.now();
		return ask().finally(() => {
			meter.ms += performance.now() - began;
		});
	};
	const results = await (reads ? retry(askOnce) : askOnce());
	for (const { meta } of results) {
		meter.rowsRead += meta.rows_read;
		meter.rowsWritten += meta.rows_written;
	}
	return results;
}

/**
 * `raw()` answers without `meta`: its rows are made from those of `all()`, as Drizzle does for a batch. So no
 * statement may select two columns of one name (tests/api/query-plans.test.ts).
 */
function meterStatement(
	meter: Meter,
	original: D1PreparedStatement,
	reads: boolean,
): D1PreparedStatement {
	const counted = async <Row>(ask: () => Promise<D1Result<Row>>) => {
		const [result] = await count(meter, 1, reads, async () => [await ask()]);
		return result;
	};
	const own = new Map<PropertyKey, unknown>([
		["bind", (...values: unknown[]) => meterStatement(meter, original.bind(...values), reads)],
		["run", () => counted(() => original.run())],
		["all", () => counted(() => original.all())],
		[
			"raw",
			async () =>
				(await counted(() => original.all<Record<string, unknown>>()))?.results.map(Object.values),
		],
	]);
	const metered = new Proxy(original, {
		get: (target, key) => own.get(key) ?? Reflect.get(target, key),
	});
	originals.set(metered, { statement: original, reads });
	return metered;
}

/** @returns the session, which counts what goes through it. Drizzle calls no other methods of a statement. */
export const meterSession = (
	session: D1DatabaseSession,
	meter: Meter,
): Pick<D1DatabaseSession, "prepare" | "batch"> => ({
	prepare: (query) => {
		meter.note?.(query);
		return meterStatement(meter, session.prepare(query), isRead(query));
	},
	batch: <Row>(statements: D1PreparedStatement[]) => {
		const known = statements.map((one) => originals.get(one) ?? { statement: one, reads: false });
		const all = known.map(({ statement }) => statement);
		const reads = known.every((one) => one.reads);
		return count(meter, all.length, reads, () => session.batch<Row>(all));
	},
});
