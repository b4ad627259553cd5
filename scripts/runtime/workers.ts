import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import type { V4WorkerOptions } from "miniflare";
import { shopConfigPath } from "../support/build.ts";
import { readWorkerConfig } from "./worker-config.ts";

export type WorkerOptions = V4WorkerOptions & { name: string };

export const shopWorkerName = "torque-tool-depot";

/** @param config - path of a build's `wrangler.json` */
export async function readBuiltWorker(name: string, config: string): Promise<WorkerOptions> {
	const { options, main } = await readWorkerConfig(config);
	const modulesRoot = dirname(main);
	const files = globSync("**/*.js", { cwd: modulesRoot }).map((file) => join(modulesRoot, file));
	const paths = [main, ...files.filter((file) => file !== main).sort()];
	const modules = paths.map((path) => ({ type: "ESModule" as const, path }));
	return { ...options, name, modulesRoot, modules };
}

async function bundle(main: string) {
	const { outputFiles } = await build({
		bundle: true,
		conditions: ["workerd", "worker", "browser"],
		entryPoints: [main],
		external: ["cloudflare:*", "node:*"],
		format: "esm",
		logLevel: "silent",
		target: "es2024",
		write: false,
	});
	const contents = outputFiles[0]?.text ?? "";
	return { modules: [{ type: "ESModule" as const, path: `${basename(main)}.js`, contents }] };
}

/** @param variables - values that override those in the configuration and `.dev.vars` */
export async function readShop(variables: Record<string, string> = {}): Promise<WorkerOptions> {
	const shop = await readBuiltWorker(shopWorkerName, shopConfigPath);
	return { ...shop, bindings: { ...shop.bindings, ...variables } };
}

export async function readSandbox(): Promise<WorkerOptions> {
	const { options, main } = await readWorkerConfig("sandbox/wrangler.toml");
	return { ...options, ...(await bundle(main)), name: "torque-tool-depot-sandbox" };
}

export async function bundleWorker(
	name: string,
	main: string,
	options: Partial<WorkerOptions>,
): Promise<WorkerOptions> {
	return { ...options, ...(await bundle(main)), name, compatibilityDate: "2026-10-01" };
}
