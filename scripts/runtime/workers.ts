import { globSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";
import type { V4WorkerOptions } from "miniflare";
import { shopConfigPath } from "../support/build.ts";

export type WorkerOptions = V4WorkerOptions & { name: string };

export const shopName = "torque-tool-depot";
const sandboxName = "torque-tool-depot-sandbox";
const sandboxConfig = "sandbox/wrangler.toml";

const root = resolve(import.meta.dirname, "../..");

/** Imports wrangler itself: it takes a second, and most of those who import this file never need it. */
async function readConfig(config: string) {
	const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
	const { workerOptions, main = "" } = unstable_getMiniflareWorkerOptions(resolve(root, config));
	const { modulesRules: _, rootPath: __, ...options } = workerOptions;
	return { options, main };
}

/** @param config `wrangler.json` of a build @returns the built Worker with its static files */
export async function readBuiltWorker(name: string, config: string): Promise<WorkerOptions> {
	const { options, main } = await readConfig(config);
	const modulesRoot = dirname(main);
	const files = globSync("**/*.js", { cwd: modulesRoot }).map((file) => join(modulesRoot, file));
	const paths = [main, ...files.filter((file) => file !== main).sort()];
	const modules = paths.map((path) => ({ type: "ESModule" as const, path }));
	return { ...options, name, modulesRoot, modules };
}

/** Bundles a local Worker, as wrangler would. @param main path of its main module */
async function bundle(main: string) {
	const { outputFiles } = await build({
		bundle: true,
		conditions: ["workerd", "worker", "browser"],
		entryPoints: [resolve(root, main)],
		external: ["cloudflare:*", "node:*"],
		format: "esm",
		logLevel: "silent",
		target: "es2024",
		write: false,
	});
	const contents = outputFiles[0]?.text ?? "";
	const path = `${relative(root, main).replaceAll("/", "-")}.js`;
	return { modules: [{ type: "ESModule" as const, path, contents }] };
}

/** Variables and secrets that override those of the configuration and `.dev.vars`. */
export type Variables = Record<string, string>;

export async function readShop(variables: Variables = {}): Promise<WorkerOptions> {
	const shop = await readBuiltWorker(shopName, shopConfigPath);
	return { ...shop, bindings: { ...shop.bindings, ...variables } };
}

export async function readSandbox(): Promise<WorkerOptions> {
	const { options, main } = await readConfig(sandboxConfig);
	return { ...options, ...(await bundle(main)), name: sandboxName };
}

export async function bundleWorker(
	name: string,
	main: string,
	bindings: Partial<WorkerOptions>,
): Promise<WorkerOptions> {
	return { ...bindings, ...(await bundle(main)), name, compatibilityDate: "2026-10-01" };
}
