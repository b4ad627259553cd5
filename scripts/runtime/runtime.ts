import { join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { endRuntimesWithUs } from "./orphans.ts";
import { readSmallWorker, shopName, type WorkerOptions } from "./workers.ts";

type Address = {
	/** Each gets a socket: `["127.0.0.1", "::1"]`. */
	hosts: string[];
	/** 0 for one that is free; then there may be one host. */
	port: number;
};

type Options = {
	/** The shop among them. */
	workers: WorkerOptions[];
	address?: Address;
	/** Folder of D1, R2, KV and the sandbox's memory, laid out as `wrangler dev --persist-to` does; none: forgotten at the end. */
	data?: string;
	/** CF-Connecting-IP of every visitor; null where visitors send it, as tests do. */
	visitors?: string | null;
	/** Host names that it answers at besides localhost and literal addresses; null for all, as in tests. */
	names?: string[] | null;
	onLog?: (line: { level: string; message: string }) => void;
	/** workerd had ended unexpectedly and serves again, at the same address. */
	onRestart?: () => void;
	/** workerd had ended unexpectedly and could not be started again. */
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

/** Options of every Miniflare here: no outside calls, no pages or records of its own. */
export const quietMiniflare = {
	cf: false,
	logRequests: false,
	telemetry: { enabled: false },
	// Off by default. A new default must never allow SQL without a login, or record every request on disk.
	unsafeLocalExplorer: false,
	unsafeObservability: false,
	unsafeTriggerHandlers: false,
};

/** Workers on a workerd of their own, reached at sockets of it: no proxy in between, none of Miniflare's own pages. */
export type Runtime = {
	/** `http://127.0.0.1:<port>`, of the first host. */
	url: string;
	miniflare: Miniflare;
	/** Runs the shop's cron trigger to its end. @throws when it failed */
	runCron(scheduledTime?: Date): Promise<void>;
	stop(): Promise<void>;
};

const gatewayName = (index: number) => `gateway-${index}`;

/** One Worker a socket: Miniflare has one for each Worker's entrypoint. */
async function readGateways(
	{ hosts, port }: Address,
	bindings: { ADDRESS: string | null; NAMES: string[] | null },
) {
	const main = join(import.meta.dirname, "gateway-worker.ts");
	const serviceBindings = { SHOP: shopName };
	const gateway = await readSmallWorker("gateway", main, { serviceBindings, bindings });
	return hosts.map((host, index) => ({
		...gateway,
		name: gatewayName(index),
		unsafeDirectSockets: [{ host, port }],
	}));
}

/**
 * Await this before a call through Miniflare. It reuses connections, and workerd closes those that were idle for 5 s: if this
 * process was busy, Node has not seen that yet, writes to a closed one, and fails with `fetch failed`. Between the two
 * ticks Node reads pending events.
 */
export async function seeClosedConnections(): Promise<void> {
	await setImmediate();
	await setImmediate();
}

/** Two cannot have one data folder (`holdData`). @throws when workerd does not start, as where the port is taken */
export async function startRuntime({
	workers,
	address = { hosts: ["127.0.0.1"], port: 0 },
	data,
	visitors = null,
	names = null,
	onLog = () => undefined,
	onRestart = () => undefined,
	onEnd = () => undefined,
}: Options): Promise<Runtime> {
	endRuntimesWithUs();
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			...quietMiniflare,
			handleStructuredLogs: onLog,
			log: new FailureLog(onEnd),
			...(data === undefined ? {} : { resourcePersistencePath: resolve(data, "v3") }),
			unsafeHandleRuntimeRestart: onRestart,
			workers: [...(await readGateways(address, { ADDRESS: visitors, NAMES: names })), ...workers],
		}),
	);
	try {
		const url = await miniflare.unsafeGetDirectURL(gatewayName(0));
		return {
			url: url.origin,
			miniflare,
			runCron: async (scheduledTime = new Date()) => {
				const shop = await miniflare.getWorker(shopName);
				await seeClosedConnections();
				const { outcome } = await shop.scheduled({ cron: "*/5 * * * *", scheduledTime });
				if (outcome !== "ok") throw new Error(`The sweep ended with "${outcome}".`);
			},
			stop: () => miniflare.dispose(),
		};
	} catch (error) {
		// Disposing of a workerd that never started fails with the same error.
		await miniflare.dispose().catch(() => undefined);
		throw error;
	}
}
