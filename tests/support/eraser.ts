import type { createTestHarness } from "wrangler";
import type { Env } from "#worker/env.ts";

type Harness = ReturnType<typeof createTestHarness>;

const everyStructure = "SELECT sql FROM sqlite_master ORDER BY name";
const everyTable =
	"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name <> 'd1_migrations'";
const unsettled =
	"SELECT count(*) AS deliveries FROM deliveries WHERE state IN ('waiting', 'sending')";

/** The tables, indexes and triggers, and what a migration has put into a table. */
async function openDatabaseEraser({ DB }: Env) {
	const readStructure = async () =>
		JSON.stringify((await DB.prepare(everyStructure).all()).results);
	const structure = await readStructure();
	const tables = (await DB.prepare(everyTable).all<{ name: string }>()).results;
	const { results: counters } = await DB.prepare("SELECT name, value FROM counters").all();
	return {
		isWhole: async () => (await readStructure()) === structure,
		erase: () =>
			DB.batch([
				DB.prepare("PRAGMA defer_foreign_keys = ON"),
				...tables.map(({ name }) => DB.prepare(`DELETE FROM ${name}`)),
				...counters.map(({ name, value }) =>
					DB.prepare("INSERT INTO counters (name, value) VALUES (?, ?)").bind(name, value),
				),
			]),
	};
}

async function erasePictures(pictures: R2Bucket): Promise<void> {
	for (let more = true; more; ) {
		const { objects, truncated } = await pictures.list();
		if (objects.length > 0) await pictures.delete(objects.map(({ key }) => key));
		more = truncated;
	}
}

/** @returns false, and forgets nothing, while a webhook may still go out */
async function eraseSandbox(harness: Harness): Promise<boolean> {
	const sandbox = harness.getWorker("torque-tool-depot-sandbox");
	const memory = await sandbox.getDurableObjectStorage("STATE", { name: "sandbox" });
	const [row] = await memory.exec(unsettled);
	if (row?.deliveries !== 0) return false;
	await memory.exec("DELETE FROM documents");
	await memory.exec("DELETE FROM deliveries");
	return true;
}

/**
 * Looks at a new shop, to make it like new again later: database, pictures, sandbox and log.
 * @returns what does so; false when this shop can not be: a table was changed, or a webhook is still on its way
 */
export async function openEraser(harness: Harness, env: Env): Promise<() => Promise<boolean>> {
	const database = await openDatabaseEraser(env);
	return async () => {
		if (!(await database.isWhole()) || !(await eraseSandbox(harness))) return false;
		await database.erase();
		await erasePictures(env.PICTURES);
		harness.clearLogs();
		return true;
	};
}
