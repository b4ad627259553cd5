import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { seeClosedConnections } from "../../../scripts/runtime/runtime.ts";
import { readSmallWorker, type WorkerOptions } from "../../../scripts/runtime/workers.ts";
import { createRemoteD1 } from "./remote-d1.ts";

const name = "desk";

/** @returns a Worker beside the shop, bound to its database, at a socket of its own */
export const deskBeside = async ({ d1Databases = {} }: WorkerOptions): Promise<WorkerOptions> => ({
	...(await readSmallWorker(name, join(import.meta.dirname, "desk-worker.ts"), { d1Databases })),
	unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
});

/** @returns the shop's database, through the Worker that `deskBeside` has put there */
export const openDesk = (miniflare: Miniflare): D1Database =>
	createRemoteD1(async (asked) => {
		const url = await miniflare.unsafeGetDirectURL(name);
		await seeClosedConnections();
		return fetch(url, { method: "POST", body: JSON.stringify(asked) });
	});
