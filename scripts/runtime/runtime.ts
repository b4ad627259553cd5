import { join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { killWorkerdsOnExit } from "./orphans.ts";
import { bundleWorker, shopName, type WorkerOptions } from "./workers.ts";

type Address = {
	/** The shop listens on each of them: `["127.0.0.1", "::1"]`. */
	hosts: string[];
	/** 0 for a free port; only with one host. */
	port: number;
};

type Options = {
	/** Including the shop. */
	workers: WorkerOptions[];
	address?: Address;
	/** Folder of D1, R2, KV and the sandbox's data, with the layout of `wrangler dev --persist-to`; without it data is in memory. */
	data?: string;
	/** CF-Connecting-IP of every visitor; null if visitors send it themselves, as in tests. */
	visitorAddress?: string | null;
	/** Accepted host names besides localhost and IP addresses; null for all, as in tests. */
	hostNames?: string[] | null;
	onLog?: (line: { level: string; message: string }) => void;
	/** Called when workerd ended unexpectedly and was started again at the same address. */
	onRestart?: () => void;
	/** Called when workerd ended unexpectedly and could not be started again. */
	onEnd?: (error: Error) => void;
};

class FailureLog extends Log {
	readonly #onEnd: (error: Error) => void;

	constructor(onEnd: (error: Error) => void) {
		super(LogLevel.NONE);
		this.#onEnd = onEnd;
	}

	override error(error: Error): void {
		if ("code" in error && error.code === "ERR_RUNTIME_FAILURE") this.#onEnd(error);
	}
}

/** Options of every Miniflare: no requests to Cloudflare, no pages or records of its own. */
export const quietMiniflare = {
	cf: false,
	logRequests: false,
	telemetry: { enabled: false },
	// Off by default. But a new default must not allow SQL without a login, or record every request on disk.
	unsafeLocalExplorer: false,
	unsafeObservability: false,
	unsafeTriggerHandlers: false,
};

/** Workers on one workerd, which listens itself: there is no proxy, and Miniflare's own pages are not reachable. */
export type Runtime = {
	/** `http://127.0.0.1:<port>` of the first host. */
	url: string;
	miniflare: Miniflare;
	/** Runs the shop's cron trigger and waits for its end. @throws Error if it fails */
	runCron(scheduledTime?: Date): Promise<void>;
	stop(): Promise<void>;
};

const gatewayName = (index: number) => `gateway-${index}`;

/** Creates a gateway Worker for each host, because Miniflare supports one socket for each entrypoint of a Worker. */
async function createGateways(
	{ hosts, port }: Address,
	bindings: { ADDRESS: string | null; NAMES: string[] | null },
) {
	const main = join(import.meta.dirname, "gateway-worker.ts");
	const serviceBindings = { SHOP: shopName };
	const gateway = await bundleWorker("gateway", main, { serviceBindings, bindings });
	return hosts.map((host, index) => ({
		...gateway,
		name: gatewayName(index),
		unsafeDirectSockets: [{ host, port }],
	}));
}

/**
 * Lets Node handle closed connections; to be awaited before a call through Miniflare. workerd closes connections that were idle
 * for 5 s. If this process was busy, Node does not know that yet, writes to a closed connection, and fails with `fetch failed`.
 * Between the two ticks Node reads pending events.
 */
export async function handleClosedConnections(): Promise<void> {
	await setImmediate();
	await setImmediate();
}

/** Starts workerd. Only one runtime may use a data folder (`lockData`). @throws Error if workerd does not start, as with a port in use */
export async function startRuntime({
	workers,
	address = { hosts: ["127.0.0.1"], port: 0 },
	data,
	visitorAddress = null,
	hostNames = null,
	onLog = () => undefined,
	onRestart = () => undefined,
	onEnd = () => undefined,
}: Options): Promise<Runtime> {
	killWorkerdsOnExit();
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			...quietMiniflare,
			handleStructuredLogs: onLog,
			log: new FailureLog(onEnd),
			...(data === undefined ? {} : { resourcePersistencePath: resolve(data, "v3") }),
			unsafeHandleRuntimeRestart: onRestart,
			workers: [
				...(await createGateways(address, { ADDRESS: visitorAddress, NAMES: hostNames })),
				...workers,
			],
		}),
	);
	try {
		const url = await miniflare.unsafeGetDirectURL(gatewayName(0));
		return {
			url: url.origin,
			miniflare,
			runCron: async (scheduledTime = new Date()) => {
				const shop = await miniflare.getWorker(shopName);
				await handleClosedConnections();
				const { outcome } = await shop.scheduled({ cron: "*/5 * * * *", scheduledTime });
				if (outcome !== "ok") throw new Error(`The sweep ended with "${outcome}".`);
			},
			stop: () => miniflare.dispose(),
		};
	} catch (error) {
		// Disposing fails with the same error if workerd never started.
		await miniflare.dispose().catch(() => undefined);
		throw error;
	}
}
