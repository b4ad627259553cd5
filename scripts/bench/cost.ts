import type { Row } from "./rows.ts";

/** What one request costs: in D1, and on the wire before compression. */
export type Cost = {
	label: string;
	statements: number;
	roundTrips: number;
	rowsRead: number;
	rowsWritten: number;
	bytes: number;
};

const pattern = /(\d+) statements, (\d+) round trips, (\d+) rows read, (\d+) written/;

/** @returns what the shop says in `Server-Timing` (worker/db/meter.ts); null where it says nothing */
function readTiming(headers: Headers) {
	const found = pattern
		.exec(headers.get("Server-Timing") ?? "")
		?.slice(1)
		.map(Number);
	if (!found) return null;
	const [statements = 0, roundTrips = 0, rowsRead = 0, rowsWritten = 0] = found;
	return { statements, roundTrips, rowsRead, rowsWritten };
}

/** Sends one request of a row. @returns its cost; null for a floor, which does not count */
export async function costOf({ label, server, requests: [request] }: Row): Promise<Cost | null> {
	const { path, method, headers, body = null } = request;
	const response = await fetch(`${server.url}${path}`, { method, headers, body });
	const { byteLength } = await response.arrayBuffer();
	const timing = readTiming(response.headers);
	return timing && { label, ...timing, bytes: byteLength };
}
