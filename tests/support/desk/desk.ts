import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { seeClosedConnections } from "../../../scripts/runtime/runtime.ts";
import { readSmallWorker, type WorkerOptions } from "../../../scripts/runtime/workers.ts";
import { openRemoteD1 } from "./remote-d1.ts";

const name = "desk";

/** @returns a Worker beside the shop, bound to its database */
export const deskBeside = ({ d1Databases = {} }: WorkerOptions): Promise<WorkerOptions> =>
	readSmallWorker(name, join(import.meta.dirname, "desk-worker.ts"), { d1Databases });

/** @returns the shop's database, through the Worker that `deskBeside` has put there */
export const openDesk = (miniflare: Miniflare): D1Database =>
	openRemoteD1(async (asked) => {
		const worker = await miniflare.getWorker(name);
		await seeClosedConnections();
		const answer = await worker.fetch("http://desk/", {
			method: "POST",
			body: JSON.stringify(asked),
		});
		return new Response(await answer.text(), { status: answer.status });
	});
