import { spawn } from "node:child_process";
import { drizzle } from "drizzle-orm/d1";
import { startRuntime } from "../../scripts/runtime/runtime.ts";
import { readSandbox, readShop } from "../../scripts/runtime/workers.ts";
import { listWorkerds } from "../../scripts/support/programs.ts";
import { connectD1Proxy, readD1Proxy } from "../support/d1-proxy/proxy.ts";
import { migrate } from "../support/migrate.ts";
import { createVisitorFetch, type RunningShop } from "../support/shop.ts";

/** The shop and the sandbox on one workerd, their data in a folder: it may be killed and started again. */
export type MortalShop = RunningShop & {
	/** Fills an empty data folder. */
	migrate(): Promise<void>;
	/** SIGKILL after so many ms: workerd neither answers nor writes anything afterwards. */
	kill(graceMs: number): void;
	/** Clears away what is left of it, killed or not. */
	stop(): Promise<void>;
};

/**
 * Starts the built shop with the sandbox beside it.
 * @param data folder of D1, R2 and the sandbox's memory, as of `npm start`
 */
export async function startMortalShop(data: string): Promise<MortalShop> {
	const before = listWorkerds();
	const shop = await readShop();
	const { url, miniflare, runCron, stop } = await startRuntime({
		workers: [shop, await readSandbox(), await readD1Proxy(shop)],
		data,
	});
	const started = listWorkerds().filter((pid) => !before.includes(pid));
	const database = connectD1Proxy(miniflare);
	return {
		url,
		db: drizzle(database),
		migrate: () => migrate(database),
		sandbox: createVisitorFetch(url, {}),
		sweep: runCron,
		kill: (graceMs) => {
			spawn("sh", ["-c", `sleep ${graceMs / 1000}; kill -9 ${started.join(" ")}`]);
		},
		stop,
	};
}
