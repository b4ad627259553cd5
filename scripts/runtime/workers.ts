import { globSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import type { V4WorkerOptions } from "miniflare";
import { shopConfigPath } from "../support/build.ts";

export type WorkerOptions = V4WorkerOptions & { name: string };

export const shopWorkerName = "torque-tool-depot";

async function readConfig(config: string) {
	// Imported here because it takes a second, and most commands that import this file do not need it.
	const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
	const { workerOptions, main = "" } = unstable_getMiniflareWorkerOptions(resolve(config));
	const { modulesRules: _, rootPath: __, ...options } = workerOptions;
	return { options, main };
}

/** @param config - path of a build's `wrangler.json` */
export async function readBuiltWorker(name: string, config: string): Promise<WorkerOptions> {
	const { options, main } = await readConfig(config);
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
	const { options, main } = await readConfig("sandbox/wrangler.toml");
	return { ...options, ...(await bundle(main)), name: "torque-tool-depot-sandbox" };
}

export async function bundleWorker(
	name: string,
	main: string,
	options: Partial<WorkerOptions>,
): Promise<WorkerOptions> {
	return { ...options, ...(await bundle(main)), name, compatibilityDate: "2026-10-01" };
}
