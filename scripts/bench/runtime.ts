import { glob, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";

/** A built Worker on a workerd of its own, reached without a proxy in front. */
export type Running = { url: string; pid: number; startMs: number; stop(): Promise<void> };

async function readModules(folder: string) {
	const modules = [];
	for await (const file of glob("**/*.js", { cwd: folder })) {
		modules.push({ type: "ESModule" as const, path: join(folder, file) });
	}
	return modules.sort((one) => (one.path.endsWith("index.js") ? -1 : 1));
}

export async function run(config: string, data: string, mode: string): Promise<Running> {
	const folder = resolve(dirname(config));
	const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
	const { modulesRules, rootPath, ...options } = workerOptions;
	const ratelimits = Object.fromEntries(
		Object.entries(options.ratelimits ?? {}).map(([k, v]) => [
			k,
			{ ...v, simple: { limit: 1e9, period: 60 } },
		]),
	);
	const o = convertV4MiniflareOptions({
		cf: false,
		telemetry: { enabled: false },
		resourcePersistencePath: join(data, "v3"),
		workers: [
			{
				name: "subject",
				...options,
				...(options.serviceBindings && "SANDBOX" in options.serviceBindings
					? { serviceBindings: {} }
					: {}),
				ratelimits,
				modulesRoot: folder,
				modules: await readModules(folder),
				unsafeDirectSockets: [{}],
			},
		],
	} as never);
	const runtime = new Miniflare(o);
	const began = performance.now();
	const entry = await runtime.ready;
	const direct = await runtime.unsafeGetDirectURL("subject");
	return {
		url: (mode === "entry" ? entry : direct).origin,
		pid: 0,
		startMs: performance.now() - began,
		stop: () => runtime.dispose(),
	};
}
