import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as v from "valibot";
import type { createTestHarness } from "wrangler";
import { builtShop } from "../../../scripts/support/build.ts";
import { openRemoteD1 } from "./remote-d1.ts";

type Harness = ReturnType<typeof createTestHarness>;

const name = "desk";
const configSchema = v.object({
	d1_databases: v.array(v.object({ binding: v.string(), database_id: v.string() })),
});

/** @param root of the repository @returns a Worker beside the shop, bound to its database. Needs a build. */
export function deskBeside(root: string) {
	const text = readFileSync(resolve(root, builtShop), "utf8");
	const { d1_databases } = v.parse(configSchema, JSON.parse(text));
	const main = "./tests/support/desk/desk-worker.ts";
	return { config: { name, main, compatibility_date: "2026-10-01", d1_databases } };
}

/** @returns the shop's database, through the Worker that `deskBeside` has put there */
export function openDesk(harness: Harness): D1Database {
	const worker = harness.getWorker(name);
	return openRemoteD1(async (asked) => {
		const answer = await worker.fetch("http://desk/", {
			method: "POST",
			body: JSON.stringify(asked),
		});
		return new Response(await answer.text(), { status: answer.status });
	});
}
