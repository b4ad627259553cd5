import { drizzle } from "drizzle-orm/d1";
import type { Database } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import { handleClosedConnections, startRuntime } from "../../scripts/runtime/runtime.ts";
import { readSandbox, readShop, shopName } from "../../scripts/runtime/workers.ts";
import { connectD1Proxy, readD1Proxy } from "./d1-proxy/proxy.ts";
import { readContents, restoreContents } from "./database-contents.ts";
import { migrate } from "./migrate.ts";
import { saveTape } from "./save-tape.ts";

type Options = {
	/** Variables and secrets of the shop, over those of wrangler.toml and `.dev.vars`. */
	vars?: Record<string, string>;
	/** True where the file changes what emptying the database does not bring back: a shop for it alone, ended by `stop`. */
	isolated?: boolean;
};

/** The built shop on workerd, with an empty database, and the sandbox beside it. */
export type TestShop = {
	/** Without a slash at the end: `http://127.0.0.1:<port>`. */
	url: string;
	/** For arranging and for asserting what no page shows. */
	db: Database;
	env: Env;
	/** One request from a new visitor, redirects not followed. @see asJson */
	fetch(path: string, init?: RequestInit): Promise<Response>;
	/** One request to the sandbox, such as `/__sandbox/mail.json`. */
	sandbox(path: string, init?: RequestInit): Promise<Response>;
	/** Runs the cron trigger to its end. @param due when it was due; now by default */
	sweep(due?: Date): Promise<void>;
	/** What the Workers have logged since the file has the shop. */
	logs(): string[];
	/** To be called in `afterAll`. */
	stop(): Promise<void>;
};

/** What a buyer and `createCheckout` need of a shop, however it runs. */
export type RunningShop = Pick<TestShop, "url" | "db" | "sandbox" | "sweep">;

/** @returns a network address that nobody else in this run has, so that nobody shares its rate limits */
export function randomIpAddress(): string {
	const [high, low] = crypto.getRandomValues(new Uint16Array(2));
	return `2001:db8:${high?.toString(16)}:${low?.toString(16)}::1`;
}

/** @returns a request with a JSON body; an Origin is added by those who bring a cookie */
export const asJson = (body: unknown, method = "POST"): RequestInit => ({
	method,
	headers: { "Content-Type": "application/json" },
	body: JSON.stringify(body),
});

/** The answer, read to its end, so that nothing of it is left for a later test. */
async function readAll(response: Response): Promise<Response> {
	const body = await response.arrayBuffer();
	return new Response(body.byteLength > 0 ? body : null, response);
}

/**
 * workerd closes a connection that was idle for 5 s, and one whose request had a body that was not read. A browser sends again what it
 * has just sent on such a connection, Node's `fetch` fails with ECONNRESET: so a request with a body has a connection of its own.
 */
const connectionOf = ({ body }: RequestInit): HeadersInit => (body ? { Connection: "close" } : {});

/** @returns `fetch` for one visitor: relative paths, own headers on every request, redirects not followed */
export const createVisitorFetch =
	(url: string, own: Record<string, string>) =>
	async (path: string, init: RequestInit = {}): Promise<Response> => {
		// Not compressed, which nobody here would notice.
		const headers = new Headers({ "Accept-Encoding": "identity", ...connectionOf(init), ...own });
		for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
		await handleClosedConnections();
		return readAll(await fetch(`${url}${path}`, { redirect: "manual", ...init, headers }));
	};

async function startRunning(vars: Record<string, string>) {
	const lines: string[] = [];
	const shop = await readShop(vars);
	const { url, miniflare, runCron, stop } = await startRuntime({
		workers: [shop, await readSandbox(), await readD1Proxy(shop)],
		onLog: ({ message }) => lines.push(message),
	});
	const database = connectD1Proxy(miniflare);
	await migrate(database);
	const env = { ...(await miniflare.getBindings<Env>(shopName)), DB: database };
	return { url, env, runCron, stop, lines, emptyRows: await readContents(database) };
}

type Running = Awaited<ReturnType<typeof startRunning>>;

/** Makes a shop that another file has used as it was when it started. */
async function empty({ url, env, emptyRows, lines }: Running): Promise<void> {
	await createVisitorFetch(url, {})("/__sandbox/", { method: "DELETE" });
	await restoreContents(env.DB, emptyRows);
	const { objects } = await env.PICTURES.list();
	await env.PICTURES.delete(objects.map(({ key }) => key));
	lines.length = 0;
}

/** Shops that the files of this vitest worker use one after the other, by their variables. */
const shared = new Map<string, Promise<Running>>();

/** Starts one where there is none, or where a file has renamed a table and not restored it. */
async function takeShared(vars: Record<string, string>): Promise<Running> {
	const key = JSON.stringify(vars);
	const used = await shared.get(key)?.catch(() => undefined);
	const isEmpty =
		used &&
		(await empty(used)
			.then(() => true)
			.catch(() => false));
	if (isEmpty) return used;
	await used?.stop();
	const running = startRunning(vars);
	shared.set(key, running);
	return running;
}

/**
 * The shop for one test file, empty. Needs a build. Files of one vitest worker run one after the other and share one running shop,
 * which ends with the worker; a second one in the same file is `alone`.
 */
export async function startShop({
	vars = {},
	isolated: alone = false,
}: Options = {}): Promise<TestShop> {
	const { url, env, lines, runCron, stop } = await (alone ? startRunning(vars) : takeShared(vars));
	const sandbox = createVisitorFetch(url, {});
	return {
		url,
		env,
		db: drizzle(env.DB),
		fetch: (path, init) =>
			createVisitorFetch(url, { "CF-Connecting-IP": randomIpAddress() })(path, init),
		sandbox,
		sweep: runCron,
		logs: () => lines,
		stop: async () => {
			await saveTape(sandbox);
			if (alone) await stop();
		},
	};
}
