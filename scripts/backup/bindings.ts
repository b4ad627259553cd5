import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as v from "valibot";
import { parseArguments, readShopLocation, type ShopLocation } from "../support/arguments.ts";
import { lockDataFolder } from "../support/lock.ts";
import { quietEnv } from "../support/programs.ts";
import { getMessage, UserError } from "../support/user-error.ts";

export type Bindings = { database: D1Database; pictures: R2Bucket; close(): Promise<void> };

const configSchema = v.object({
	account_id: v.optional(v.string()),
	compatibility_date: v.string(),
	d1_databases: v.tuple([
		v.object({ binding: v.literal("DB"), database_name: v.string(), database_id: v.string() }),
	]),
	r2_buckets: v.tuple([v.object({ binding: v.literal("PICTURES"), bucket_name: v.string() })]),
});

/**
 * Returns a configuration that has only the database and the bucket. If `env` is set, both are remote, and are accessed with wrangler's
 * Cloudflare login.
 */
async function readBackupConfig(env: string | undefined) {
	const { unstable_readConfig } = await import("wrangler");
	const tomlConfig = unstable_readConfig({ config: "wrangler.toml", env }, { hideWarnings: true });
	const config = v.parse(configSchema, tomlConfig);
	const remote = env !== undefined;
	return {
		...config,
		name: "torque-tool-depot-backup",
		d1_databases: config.d1_databases.map((database) => ({ ...database, remote })),
		r2_buckets: config.r2_buckets.map((bucket) => ({ ...bucket, remote })),
	};
}

export async function connectBindings(location: ShopLocation): Promise<Bindings> {
	// Imported here because it takes a second, and some commands stop before they need it.
	const { getPlatformProxy } = await import("wrangler");
	Object.assign(process.env, quietEnv);
	const env = "environment" in location ? location.environment : undefined;
	await using folder = await mkdtempDisposable(join(tmpdir(), "torque-backup-"));
	const configPath = join(folder.path, "wrangler.json");
	try {
		await writeFile(configPath, JSON.stringify(await readBackupConfig(env)));
		const { env: bindings, dispose } = await getPlatformProxy<{
			DB: D1Database;
			PICTURES: R2Bucket;
		}>({
			configPath,
			envFiles: [],
			remoteBindings: env !== undefined,
			persist: "dataFolder" in location ? { path: join(location.dataFolder, "v3") } : false,
		});
		return { database: bindings.DB, pictures: bindings.PICTURES, close: dispose };
	} catch (error) {
		throw new UserError(`The shop's data cannot be read: ${getMessage(error)}`);
	}
}

export async function withBindings(
	command: "export" | "restore",
	use: (bindings: Bindings, folder: string, shouldReplace: boolean) => Promise<void>,
): Promise<number> {
	const { values } = parseArguments({
		to: { type: "string" },
		from: { type: "string" },
		env: { type: "string" },
		local: { type: "boolean" },
		replace: { type: "boolean", default: false },
	});
	const flag = command === "export" ? "to" : "from";
	const folder = values[flag];
	if (!folder) throw new UserError(`Specify the folder of the export: -- --${flag} FOLDER.`);
	const location = readShopLocation(values);
	if ("dataFolder" in location) lockDataFolder(location.dataFolder, command);
	const bindings = await connectBindings(location);
	try {
		await use(bindings, resolve(folder), values.replace);
	} finally {
		await bindings.close();
	}
	return 0;
}
