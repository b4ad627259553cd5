import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { dropClosedConnections } from "../../../scripts/runtime/runtime.ts";
import { bundleWorker, type WorkerOptions } from "../../../scripts/runtime/workers.ts";
import { createRemoteD1 } from "./remote-d1.ts";

const name = "d1-proxy";

/** Bundles a Worker that is bound to the shop's database and listens on its own port. Returns its options. */
export const bundleD1Proxy = async ({
	d1Databases = {},
}: WorkerOptions): Promise<WorkerOptions> => ({
	...(await bundleWorker(name, join(import.meta.dirname, "proxy-worker.ts"), { d1Databases })),
	unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
});

/** Connects to the shop's database through the Worker of `bundleD1Proxy`, which must run next to the shop. */
export const connectD1Proxy = (miniflare: Miniflare): D1Database =>
	createRemoteD1(async (proxyRequest) => {
		const url = await miniflare.unsafeGetDirectURL(name);
		await dropClosedConnections();
		return fetch(url, { method: "POST", body: JSON.stringify(proxyRequest) });
	});
