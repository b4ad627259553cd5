import * as v from "valibot";
import type { Meter } from "#worker/db/meter.ts";

/** Between the storefront and the front door; no visitor sees it. */
const header = "X-Made-For";

const counts = ["statements", "roundTrips", "rowsRead", "rowsWritten", "ms"] as const;
const cost = v.object(v.entriesFromList(counts, v.number()));
const note = v.pipe(v.string(), v.parseJson(), v.object({ request: v.string(), cost }));

/** Notes on a page which request it was made for, and what that cost. The edge keeps the note with the page. */
export const noteMaking = ({ headers }: Response, request: string, meter: Meter): void =>
	headers.set(header, JSON.stringify({ request, cost: v.parse(cost, meter) }));

/**
 * Takes the note from a page. A copy from the edge tells of an earlier request, and cost this one nothing.
 * @param meter of this request: what was made for it is counted there
 * @returns whether the page was made for this request
 */
export function takeNote({ headers }: Response, request: string, meter: Meter): boolean {
	const noted = v.safeParse(note, headers.get(header));
	headers.delete(header);
	if (!noted.success || noted.output.request !== request) return false;
	for (const name of counts) meter[name] += noted.output.cost[name];
	return true;
}
