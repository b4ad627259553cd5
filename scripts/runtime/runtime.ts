import { join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { getCode } from "../support/user-error.ts";
import { killWorkerdsOnExit } from "./kill-on-exit.ts";
import { bundleWorker, shopWorkerName, type WorkerOptions } from "./workers.ts";

type Options = {
	workers: WorkerOptions[];
	hosts?: string[];
	/** 0 chooses a free port, which works with only one host. */
	port?: number;
	/** Data folder, as for `wrangler dev --persist-to`; without it, data is kept in memory. */
	dataFolder?: string;
	/** CF-Connecting-IP of every visitor; "" for none, null if visitors send it themselves, as in tests. */
	visitorAddress?: string | null;
	/** Accepted host names besides localhost and IP addresses; null for all, as in tests. */
	hostNames?: string[] | null;
	/** If set, requests wait until it is resolved. */
	ready?: Promise<void>;
	onLog?: (line: { level: string; message: string }) => void;
	/** Called when workerd ended unexpectedly and was restarted. */
	onRestart?: () => void;
	/** Called when workerd ended unexpectedly and could not be restarted. */
	onEnd?: (error: Error) => void;
};

/** Returns a log that calls `onEnd` when workerd could not be restarted, which Miniflare reports only in its log. */
function createFailureLog(onEnd: (error: Error) => void): Log {
	const log = new Log(LogLevel.NONE);
	log.error = (error) => {
		if (getCode(error) === "ERR_RUNTIME_FAILURE") onEnd(error);
	};
	return log;
}

/** Workers on one workerd. It listens directly, so Miniflare's own pages are not reachable. */
export type Runtime = {
	/** URL at the first host, such as `http://127.0.0.1:8787`. */
	url: string;
	miniflare: Miniflare;
	runCron(scheduledTime?: Date): Promise<void>;
	stop(): Promise<void>;
};

const getGatewayName = (index: number) => `gateway-${index}`;

/** Creates a gateway for each host: Miniflare supports one socket for each entrypoint of a Worker. */
async function createGateways(
	hosts: string[],
	port: number,
	bindings: { VISITOR_ADDRESS: string | null; HOST_NAMES: string[] | null },
	ready: Promise<void> | undefined,
) {
	const main = join(import.meta.dirname, "gateway-worker.ts");
	const waitUntilReady = async () => {
		await ready;
		return new Response();
	};
	const serviceBindings = { SHOP: shopWorkerName, ...(ready && { READY: waitUntilReady }) };
	const gateway = await bundleWorker("gateway", main, { serviceBindings, bindings });
	return hosts.map((host, index) => ({
		...gateway,
		name: getGatewayName(index),
		unsafeDirectSockets: [{ host, port }],
	}));
}

/**
 * Await this before a call through Miniflare. workerd closes connections that were idle for 5 s. A busy process may not have noticed that
 * yet, so its call would fail with `fetch failed`. Between the two ticks, Node handles the pending events.
 */
export async function dropClosedConnections(): Promise<void> {
	await setImmediate();
	await setImmediate();
}

/**
 * Only one runtime may use a data folder (`lockDataFolder`).
 * @throws Error if workerd does not start, for example because the port is in use
 */
export async function startRuntime({
	workers,
	hosts = ["127.0.0.1"],
	port = 0,
	dataFolder,
	visitorAddress = null,
	hostNames = null,
	ready,
	onLog = () => undefined,
	onRestart = () => undefined,
	onEnd = () => undefined,
}: Options): Promise<Runtime> {
	killWorkerdsOnExit();
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			// No requests to Cloudflare, no Miniflare pages, and no telemetry.
			cf: false,
			logRequests: false,
			telemetry: { enabled: false },
			// These are off by default. A new default must not allow SQL without a login or record every request on disk.
			unsafeLocalExplorer: false,
			unsafeObservability: false,
			unsafeTriggerHandlers: false,
			handleStructuredLogs: onLog,
			log: createFailureLog(onEnd),
			...(dataFolder === undefined ? {} : { resourcePersistencePath: resolve(dataFolder, "v3") }),
			unsafeHandleRuntimeRestart: onRestart,
			workers: [
				...(await createGateways(
					hosts,
					port,
					{ VISITOR_ADDRESS: visitorAddress, HOST_NAMES: hostNames },
					ready,
				)),
				...workers,
			],
		}),
	);
	try {
		const url = await miniflare.unsafeGetDirectURL(getGatewayName(0));
		return {
			url: url.origin,
			miniflare,
			runCron: async (scheduledTime = new Date()) => {
				const shop = await miniflare.getWorker(shopWorkerName);
				await dropClosedConnections();
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
