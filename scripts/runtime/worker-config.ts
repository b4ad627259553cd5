// Separate from workers.ts, so that worker-config.test.ts does not load esbuild.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import * as v from "valibot";

const cacheFolder = "node_modules/.cache/worker-config";
/** Wrangler reads variables and secrets from these files, next to the configuration and in the project's folder. */
const variableFiles = [".dev.vars", ".env", ".env.local"];

async function deriveWorkerOptions(configPath: string) {
	const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
	const { workerOptions, main = "" } = unstable_getMiniflareWorkerOptions(configPath);
	const { modulesRules: _, rootPath: __, ...options } = workerOptions;
	return { options, main };
}

type WorkerConfig = Awaited<ReturnType<typeof deriveWorkerOptions>>;

async function fingerprint(configPath: string): Promise<string> {
	const folders = new Set([dirname(configPath), process.cwd()]);
	const files = [configPath, resolve("node_modules/wrangler/package.json")];
	for (const folder of folders) files.push(...variableFiles.map((name) => join(folder, name)));
	const hash = createHash("sha256").update(process.env.CLOUDFLARE_ENV ?? "");
	for (const file of files) {
		hash.update(`${file}\0`).update(await readFile(file).catch(() => "missing"));
	}
	return hash.digest("hex");
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;

/**
 * Reads the options for Miniflare from a Worker's configuration. Caches them until the configuration, a variables file, wrangler's
 * version or CLOUDFLARE_ENV changes, because importing wrangler takes half a second.
 */
export async function readWorkerConfig(path: string): Promise<WorkerConfig> {
	const configPath = resolve(path);
	const key = await fingerprint(configPath);
	const schema = v.pipe(
		v.string(),
		v.parseJson(),
		v.object({
			key: v.literal(key),
			// Miniflare validates the options.
			config: v.object({ options: v.custom<WorkerConfig["options"]>(isObject), main: v.string() }),
		}),
	);
	const cacheFile = join(cacheFolder, `${basename(dirname(configPath))}.json`);
	const cached = v.safeParse(schema, await readFile(cacheFile, "utf8").catch(() => ""));
	if (cached.success) return cached.output.config;
	const derived = await deriveWorkerOptions(configPath);
	await mkdir(cacheFolder, { recursive: true });
	// Readable only by the owner, because it contains secrets from .dev.vars.
	await writeFile(cacheFile, JSON.stringify({ key, config: derived }), { mode: 0o600 });
	return derived;
}
