import { spawn } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { drizzle } from "drizzle-orm/d1";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { childrenOf } from "../../scripts/bench/processes.ts";
import { builtShop } from "../../scripts/support/build.ts";
import { readModules } from "../../scripts/support/modules.ts";
import { runProgram } from "../../scripts/support/programs.ts";
import { type OpenShop, visitorOf } from "../support/shop.ts";
import { migrate } from "./migrate.ts";

const shopName = "torque-tool-depot";
const sandboxConfig = "sandbox/wrangler.toml";

/** The shop and the sandbox on one workerd, their data in a folder: it may be killed and started again. */
export type MortalShop = OpenShop & {
	/** Fills an empty data folder. */
	migrate(): Promise<void>;
	/** SIGKILL after so many ms: nothing of workerd runs on, nothing is told or written any more. */
	kill(graceMs: number): void;
	/** Clears away what is left of it, killed or not. */
	stop(): Promise<void>;
};

/** Bundles the sandbox as a deployment would. @returns its module */
export async function bundleSandbox(folder: string): Promise<string> {
	const command = ["deploy", "--dry-run", "-c", sandboxConfig, "--outdir", folder];
	const { code, output } = await runProgram("wrangler", command, folder);
	if (code !== 0) throw new Error(output);
	return join(folder, "index.js");
}

/** @param bundle main module, where it is not the one that the configuration names */
async function readWorker(name: string, config: string, bundle?: string) {
	const { workerOptions, main = "" } = unstable_getMiniflareWorkerOptions(config);
	const { modulesRules: _, rootPath: __, ...options } = workerOptions;
	const modulesRoot = resolve(dirname(bundle ?? main));
	return { ...options, name, modulesRoot, modules: await readModules(modulesRoot, bundle ?? main) };
}

/**
 * Starts the built shop with the sandbox beside it.
 * @param data folder of D1, R2 and the sandbox's memory, as of `wrangler dev --persist-to`
 * @param sandbox module of the bundled sandbox
 */
export async function startMortalShop(data: string, sandbox: string): Promise<MortalShop> {
	const before = await childrenOf(process.pid);
	const runtime = new Miniflare(
		convertV4MiniflareOptions({
			cf: false,
			telemetry: { enabled: false },
			// What workerd says of its own is of no use here: what is wrong is found in the data.
			handleStructuredLogs: () => undefined,
			resourcePersistencePath: join(data, "v3"),
			workers: [
				await readWorker(shopName, builtShop),
				await readWorker("torque-tool-depot-sandbox", sandboxConfig, sandbox),
			],
		}),
	);
	const { origin } = await runtime.ready;
	const started = (await childrenOf(process.pid)).filter((child) => !before.includes(child));
	const worker = await runtime.getWorker(shopName);
	const database = await runtime.getD1Database("DB", shopName);
	return {
		url: origin,
		db: drizzle(database),
		migrate: () => migrate(database),
		sandbox: visitorOf(origin, {}),
		sweep: async (scheduledTime = new Date()) => {
			const { outcome } = await worker.scheduled({ cron: "*/5 * * * *", scheduledTime });
			if (outcome !== "ok") throw new Error(`The sweep ended with "${outcome}".`);
		},
		kill: (graceMs) => {
			spawn("sh", ["-c", `sleep ${graceMs / 1000}; kill -9 ${started.join(" ")}`]);
		},
		stop: () => runtime.dispose(),
	};
}
