import { build } from "esbuild";

/**
 * Bundles a Worker that is never deployed, as wrangler would.
 * @param main path of its main module
 * @returns the source of one ES module
 */
export async function bundleWorker(main: string): Promise<string> {
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
	const [module] = outputFiles;
	if (!module) throw new Error(`${main} has no module.`);
	return module.text;
}
