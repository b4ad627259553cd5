import { spawn } from "node:child_process";
import { drizzle } from "drizzle-orm/d1";
import { startRuntime } from "../../scripts/runtime/runtime.ts";
import { readSandbox, readShop } from "../../scripts/runtime/workers.ts";
import { listWorkerdPids } from "../../scripts/support/programs.ts";
import { bundleD1Proxy, connectD1Proxy } from "../support/d1-proxy/proxy.ts";
import { migrate } from "../support/migrate.ts";
import { createVisitorFetch, type RunningShop } from "../support/shop.ts";

/** A shop and its sandbox in one workerd process, which can be killed and restarted on the same data folder. */
export type KillableShop = RunningShop & {
	/** Creates the tables in an empty data folder. */
	migrate(): Promise<void>;
	/** Sends SIGKILL to workerd after a delay. */
	kill(delayMs: number): void;
	/** Stops the remaining processes. Required even after a kill. */
	stop(): Promise<void>;
};

/**
 * Starts the built shop with the sandbox.
 * @param dataFolder - the folder for the data of D1, R2 and the sandbox
 */
export async function startKillableShop(dataFolder: string): Promise<KillableShop> {
	const existingPids = listWorkerdPids();
	const shop = await readShop();
	const { url, miniflare, runCron, stop } = await startRuntime({
		workers: [shop, await readSandbox(), await bundleD1Proxy(shop)],
		dataFolder,
	});
	const newPids = listWorkerdPids().filter((pid) => !existingPids.includes(pid));
	const database = connectD1Proxy(miniflare);
	return {
		url,
		db: drizzle(database),
		migrate: () => migrate(database),
		sandbox: createVisitorFetch(url, {}),
		sweep: runCron,
		kill: (delayMs) => {
			// Runs in another process, because this one is busy sending requests.
			spawn("sh", ["-c", `sleep ${delayMs / 1000}; kill -9 ${newPids.join(" ")}`]);
		},
		stop,
	};
}
