import { drizzle } from "drizzle-orm/d1";
import type { Database } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import { dropClosedConnections, startRuntime } from "../../scripts/runtime/runtime.ts";
import { readSandbox, readShop, shopWorkerName } from "../../scripts/runtime/workers.ts";
import { bundleD1Proxy, connectD1Proxy } from "./d1-proxy/proxy.ts";
import { readContents, restoreContents } from "./database-contents.ts";
import { migrate } from "./migrate.ts";
import { saveExchanges } from "./recorded-exchanges.ts";
import { reduceWorkerScryptCost } from "./reduce-worker-scrypt-cost.ts";

type Options = {
	/** Variables and secrets of the shop, which override those of wrangler.toml and `.dev.vars`. */
	vars?: Record<string, string>;
	/** Starts a shop for this file only. Needed if a test changes something that `resetShop` does not restore. */
	isolated?: boolean;
};

/** The built shop on workerd with an empty database, and the sandbox. */
export type TestShop = {
	/** Without a trailing slash: `http://127.0.0.1:<port>`. */
	url: string;
	/** For fixtures, and for assertions about data that no page shows. */
	db: Database;
	env: Env;
	/** Sends a request from a new visitor. Does not follow redirects. */
	fetch(path: string, init?: RequestInit): Promise<Response>;
	/** Sends a request to the sandbox, such as `/__sandbox/email.json`. */
	sandbox(path: string, init?: RequestInit): Promise<Response>;
	/**
	 * Runs the cron trigger and waits until it is done.
	 * @param scheduledTime - now by default
	 */
	sweep(scheduledTime?: Date): Promise<void>;
	/** Returns the lines that the Workers have logged since this file started the shop. */
	logs(): string[];
	/** Must be called in `afterAll`. */
	stop(): Promise<void>;
};

/** The parts of a shop that `createAccount` and `createCheckoutHelpers` use. tests/crash has another implementation. */
export type RunningShop = Pick<TestShop, "url" | "db" | "sandbox" | "sweep">;

/** Returns an IPv6 address of a random network, because rate limits are counted for each network. */
export function randomIpAddress(): string {
	const [high, low] = crypto.getRandomValues(new Uint16Array(2));
	return `2001:db8:${high?.toString(16)}:${low?.toString(16)}::1`;
}

export { createJsonInit } from "../smoke/visitor.ts";

/** Reads the body to its end, so that no connection stays open when a test ends. */
async function readAll(response: Response): Promise<Response> {
	const body = await response.arrayBuffer();
	return new Response(body.byteLength > 0 ? body : null, response);
}

/**
 * workerd closes a connection after 5 idle seconds, or after a request whose body was not read. Browsers retry a request on
 * a closed connection, but Node's `fetch` fails with ECONNRESET. So a request with a body gets its own connection.
 */
const getConnectionHeader = ({ body }: RequestInit): HeadersInit =>
	body ? { Connection: "close" } : {};

/** Returns a `fetch` for one visitor. It takes a path, sends these headers with each request, and does not follow redirects. */
export const createVisitorFetch =
	(url: string, visitorHeaders: Record<string, string>) =>
	async (path: string, init: RequestInit = {}): Promise<Response> => {
		// Uncompressed responses save CPU.
		const headers = new Headers({
			"Accept-Encoding": "identity",
			...getConnectionHeader(init),
			...visitorHeaders,
		});
		for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
		await dropClosedConnections();
		return readAll(await fetch(`${url}${path}`, { redirect: "manual", ...init, headers }));
	};

async function startShopRuntime(vars: Record<string, string>) {
	const logLines: string[] = [];
	const shop = reduceWorkerScryptCost(await readShop(vars));
	const { url, miniflare, runCron, stop } = await startRuntime({
		workers: [shop, await readSandbox(), await bundleD1Proxy(shop)],
		onLog: ({ message }) => logLines.push(message),
	});
	const database = connectD1Proxy(miniflare);
	await migrate(database);
	const env = { ...(await miniflare.getBindings<Env>(shopWorkerName)), DB: database };
	return { url, env, runCron, stop, logLines, initialContents: await readContents(database) };
}

type ShopRuntime = Awaited<ReturnType<typeof startShopRuntime>>;

/** Resets a shop to its initial state after another test file has used it. */
async function resetShop({ url, env, initialContents, logLines }: ShopRuntime): Promise<void> {
	await createVisitorFetch(url, {})("/__sandbox/", { method: "DELETE" });
	await restoreContents(env.DB, initialContents);
	const { objects } = await env.PICTURES.list();
	await env.PICTURES.delete(objects.map(({ key }) => key));
	logLines.length = 0;
}

/** The shops that the files of this vitest worker use one after the other, keyed by their variables as JSON. */
const sharedRuntimes = new Map<string, Promise<ShopRuntime>>();

/** Returns the shared shop after a reset. Starts a new one if there is none, or if the reset fails because a table is missing. */
async function takeSharedRuntime(vars: Record<string, string>): Promise<ShopRuntime> {
	const key = JSON.stringify(vars);
	const previous = await sharedRuntimes.get(key)?.catch(() => undefined);
	const isReset =
		previous &&
		(await resetShop(previous)
			.then(() => true)
			.catch(() => false));
	if (isReset) return previous;
	await previous?.stop();
	const runtime = startShopRuntime(vars);
	sharedRuntimes.set(key, runtime);
	return runtime;
}

/**
 * Starts an empty shop for one test file. Needs a build. The files of a vitest worker run one after the other and share one
 * shop, which stops with the worker. A second shop in the same file must be `isolated`.
 */
export async function startShop({ vars = {}, isolated = false }: Options = {}): Promise<TestShop> {
	const { url, env, logLines, runCron, stop } = await (isolated
		? startShopRuntime(vars)
		: takeSharedRuntime(vars));
	const sandbox = createVisitorFetch(url, {});
	return {
		url,
		env,
		db: drizzle(env.DB),
		fetch: (path, init) =>
			createVisitorFetch(url, { "CF-Connecting-IP": randomIpAddress() })(path, init),
		sandbox,
		sweep: runCron,
		logs: () => logLines,
		stop: async () => {
			await saveExchanges(sandbox);
			if (isolated) await stop();
		},
	};
}
