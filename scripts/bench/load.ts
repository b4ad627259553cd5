import autocannon from "autocannon";
import { cpuMs } from "./processes.ts";
import type { Row } from "./rows.ts";

/** One round of one row. */
export type Sample = {
	perSecond: number;
	/** CPU time of the whole workerd for one request. */
	cpuMs: number;
	/** Latency of the median and of the slowest of a hundred, in ms. */
	p50: number;
	p99: number;
};

/**
 * Sends the requests of a row for some seconds.
 * @throws Error when an answer was no success: what does not work is not fast
 */
export async function load(row: Row, seconds: number): Promise<Sample> {
	const { requests, server, connections, label } = row;
	let next = 0;
	const before = await cpuMs(server.pid);
	const result = await autocannon({
		url: server.url,
		connections,
		duration: seconds,
		setupClient(client) {
			client.setRequests([requests[next % requests.length] ?? requests[0]]);
			next += 1;
		},
	});
	const after = await cpuMs(server.pid);
	const bad = result.non2xx + result.errors + result.timeouts;
	const done = result.requests.total;
	if (bad > 0) throw new Error(`${label}: ${bad} of ${done + bad} requests failed.`);
	const { p50, p99 } = result.latency;
	return { perSecond: done / result.duration, cpuMs: (after - before) / done, p50, p99 };
}
