import { join } from "node:path";
import type { Readable } from "node:stream";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { quietMiniflare } from "../runtime/runtime.ts";
import { readBuiltWorker } from "../runtime/workers.ts";
import { childrenOf } from "./processes.ts";

/** A built Worker on a workerd of its own. */
export type Running = {
	/** Of the Worker's own socket: no proxy stands in front, only the router of its static files. */
	url: string;
	/** Process id of its workerd. */
	pid: number;
	database: D1Database;
	/** Where Chrome's DevTools reach its Workers, if it was started so. */
	inspector: string;
	stop(): Promise<void>;
};

const name = "measured";

/** The rate limits are asked, but never reached: one client is a thousand buyers here. */
const withoutLimits = (limits: object) =>
	Object.fromEntries(
		Object.entries(limits).map(([key, limit]) => [
			key,
			{ ...limit, simple: { limit: 1_000_000_000, period: 60 } },
		]),
	);

/** The built Worker without the doubles of the outside: in a measurement nobody calls them. */
async function readOptions(config: string) {
	const worker = await readBuiltWorker(name, config);
	return {
		...worker,
		ratelimits: withoutLimits(worker.ratelimits ?? {}),
		serviceBindings: { SANDBOX: () => new Response(null, { status: 404 }) },
		unsafeDirectSockets: [{}],
	};
}

/**
 * Starts a built Worker on Miniflare, without the gateway of `npm start`: it is the Worker that is measured.
 * @param config `wrangler.json` of the build
 * @param data folder of its D1 and R2
 * @param inspected whether it can be profiled
 */
export async function run(config: string, data: string, inspected = false): Promise<Running> {
	const before = await childrenOf(process.pid);
	const runtime = new Miniflare(
		convertV4MiniflareOptions({
			...quietMiniflare,
			...(inspected ? { inspectorPort: 0 } : {}),
			// What the Worker logs is not of interest here, what it fails with is.
			handleRuntimeStdio(output: Readable, errors: Readable) {
				output.resume();
				errors.pipe(process.stderr);
			},
			resourcePersistencePath: join(data, "v3"),
			workers: [await readOptions(config)],
		}),
	);
	const { origin } = await runtime.unsafeGetDirectURL(name);
	const [pid = 0] = (await childrenOf(process.pid)).filter((child) => !before.includes(child));
	const database = await runtime.getD1Database("DB");
	const inspector = inspected ? (await runtime.getInspectorURL()).host : "";
	return { url: origin, pid, database, inspector, stop: () => runtime.dispose() };
}
