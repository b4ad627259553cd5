import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { getPlatformProxy, unstable_readConfig } from "wrangler";
import type { Place } from "../support/arguments.ts";
import { quietTools } from "../support/programs.ts";
import { Refusal } from "../support/refusal.ts";

/** A shop's data, open: `close` it in the end. */
export type Store = { database: D1Database; pictures: R2Bucket; close(): Promise<void> };

const configSchema = v.object({
	account_id: v.optional(v.string()),
	compatibility_date: v.string(),
	d1_databases: v.tuple([
		v.object({ binding: v.literal("DB"), database_name: v.string(), database_id: v.string() }),
	]),
	r2_buckets: v.tuple([v.object({ binding: v.literal("PICTURES"), bucket_name: v.string() })]),
});

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function readConfig(env?: string) {
	try {
		const config: unknown = unstable_readConfig(
			{ config: "wrangler.toml", env },
			{ hideWarnings: true },
		);
		return v.parse(configSchema, config);
	} catch (error) {
		throw new Refusal(messageOf(error));
	}
}

/** Nothing but the two bindings that hold data; `remote` ones are reached on Cloudflare through wrangler's login. */
function bindingsOf(place: Place) {
	const remote = "environment" in place;
	const config = readConfig(remote ? place.environment : undefined);
	return {
		...config,
		name: "torque-tool-depot-backup",
		d1_databases: config.d1_databases.map((database) => ({ ...database, remote })),
		r2_buckets: config.r2_buckets.map((bucket) => ({ ...bucket, remote })),
	};
}

/**
 * Opens the D1 and R2 of a place; local ones as `wrangler dev --persist-to` serves them.
 * @throws Refusal when wrangler.toml has no such environment, or Cloudflare does not let us in
 */
export async function openStore(place: Place): Promise<Store> {
	Object.assign(process.env, quietTools);
	const folder = await mkdtemp(join(tmpdir(), "torque-backup-"));
	const configPath = join(folder, "wrangler.json");
	try {
		await writeFile(configPath, JSON.stringify(bindingsOf(place)));
		const { env, dispose } = await getPlatformProxy<{ DB: D1Database; PICTURES: R2Bucket }>({
			configPath,
			envFiles: [],
			remoteBindings: "environment" in place,
			persist: "data" in place ? { path: join(place.data, "v3") } : false,
		});
		return { database: env.DB, pictures: env.PICTURES, close: dispose };
	} catch (error) {
		throw new Refusal(`The shop's data cannot be opened: ${messageOf(error)}`);
	} finally {
		await rm(folder, { recursive: true });
	}
}
