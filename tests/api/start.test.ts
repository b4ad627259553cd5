import { once } from "node:events";
import { existsSync } from "node:fs";
import { glob, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test, vi } from "vitest";
import {
	listWorkerdPids,
	type Program,
	runProgram,
	startProgram,
	stopProgram,
} from "../../scripts/support/programs.ts";
import { findFreePort } from "../support/free-port.ts";
import { sendRaw } from "../support/raw-http.ts";
import { createJsonInit, createVisitorFetch } from "../support/shop.ts";

const dataFolder = await mkdtemp(join(tmpdir(), "start-"));
const programs: Program[] = [];
afterAll(async () => {
	await Promise.all(programs.map(stopProgram));
	await rm(dataFolder, { recursive: true, force: true });
});

const port = await findFreePort();
const variables = { STORE_DATA: dataFolder, PORT: String(port), HOST: "" };
const fetchShop = createVisitorFetch(`http://127.0.0.1:${port}`, {});

/** Runs `npm start` without its first step, `scripts/setup.mjs`, and waits for `expectedOutput`. */
async function start(expectedOutput: string) {
	const program = startProgram("node", ["scripts/start.ts"], undefined, variables);
	programs.push(program);
	let output = "";
	const listeners = new Set<() => void>();
	const collect = (chunk: Buffer) => {
		output += chunk.toString();
		for (const listener of listeners) listener();
	};
	program.stdout.on("data", collect);
	program.stderr.on("data", collect);
	const waitForOutput = (expectedText: string) =>
		new Promise<void>((resolve, reject) => {
			const listener = () => output.includes(expectedText) && resolve();
			listeners.add(listener);
			program.once("close", () => reject(new Error(`ended without "${expectedText}":\n${output}`)));
			listener();
		});
	await waitForOutput(expectedOutput);
	return { program, waitForOutput };
}

const runStart = () => runProgram("node", ["scripts/start.ts"], undefined, variables);

function findWorkerd({ pid = 0 }: Program): number {
	const [workerdPid] = listWorkerdPids(pid);
	// A signal to process 0 would end the whole test run.
	if (workerdPid === undefined) throw new Error("There is no workerd process.");
	return workerdPid;
}

const isRunning = async (pid: number) => {
	const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
	return status !== "" && !/\) Z /.test(status);
};

const firstResponse = vi.waitFor(() => fetchShop("/healthz"), 60_000);
const runningShop = await start("Ready after");

test("a request during the first start waits until the database is ready", async () => {
	expect((await firstResponse).status).toBe(200);
});

test("the shop responds at localhost and 127.0.0.1", async () => {
	for (const host of ["localhost", "127.0.0.1"]) {
		expect((await fetch(`http://${host}:${port}/healthz`)).status).toBe(200);
	}
});

/** Requests a page and posts a form with this Host header. Returns both statuses. */
async function requestWithHost(host: string) {
	const heads = [
		["GET /blogs HTTP/1.1", `Host: ${host}`],
		["POST /auth/login HTTP/1.1", `Host: ${host}`, `Origin: http://${host}`, "Content-Length: 0"],
	];
	const responses = heads.map((head) => sendRaw(`http://127.0.0.1:${port}`, head));
	return Promise.all(responses.map(async (response) => (await response).status));
}

test("rejects requests with another site's host name (DNS rebinding)", async () => {
	for (const host of [`evil.example:${port}`, "evil.example", `localhost.evil.example:${port}`]) {
		expect([host, ...(await requestWithHost(host))]).toEqual([host, 421, 421]);
	}
	for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, "192.0.2.7"]) {
		const [pageStatus, formStatus] = await requestWithHost(host);
		expect([host, pageStatus]).toEqual([host, 200]);
		expect(formStatus).not.toBe(421);
	}
});

const miniflarePaths = [
	"/cdn-cgi/local/explorer",
	"/cdn-cgi/local/explorer/api/d1/database",
	"/cdn-cgi/local/scheduled?cron=*+*+*+*+*",
	"/cdn-cgi/local/platform-proxy",
	"/cdn-cgi/handler/scheduled",
	"/cdn-cgi/mf/scheduled",
	"/cdn-cgi/ProxyWorker/pause",
	"/__scheduled",
	"/__cf_local/stream",
];

test.each(miniflarePaths)("%s is served neither by the shop nor by Miniflare", async (path) => {
	expect((await fetchShop(path)).status).toBe(404);
	const postResponse = await fetchShop(path, createJsonInit({ sql: "select email from users" }));
	expect([404, 415], "415: a page of the shop does not accept JSON").toContain(postResponse.status);
});

test("headers that Miniflare would trust have no effect", async () => {
	const send = (header: string) =>
		sendRaw(`http://127.0.0.1:${port}`, ["GET /blogs HTTP/1.1", header]);
	expect((await send("X-Nothing: 1")).status).toBe(200);
	for (const header of [
		"MF-Original-URL: http://evil.example/healthz",
		"MF-Route-Override: torque-tool-depot-sandbox",
		'MF-CF-Blob: {"clientIp":"192.0.2.1"}',
	]) {
		const response = await send(header);
		expect([header, response.status]).toEqual([header, 200]);
		expect(response.text).not.toContain("evil.example");
		expect(response.text).toContain("Blog");
	}
});

test("a forged client address does not bypass a rate limit", async () => {
	const statuses: number[] = [];
	// The limit is twenty a minute for each address, but the one-minute window may end once during the loop.
	while (statuses.length < 45 && !statuses.includes(429)) {
		const visitor = createVisitorFetch(`http://127.0.0.1:${port}`, {
			"CF-Connecting-IP": `198.51.100.${statuses.length}`,
		});
		const body = createJsonInit({ email: `${crypto.randomUUID()}@example.com` });
		statuses.push((await visitor("/auth/forgot", body)).status);
	}
	expect(statuses.at(-1)).toBe(429);
});

test("no request URL and no SQL statement is written to disk", async () => {
	const marker = "a-marker-7f3a";
	await fetchShop(`/products?search=${marker}`);
	await fetchShop(`/tools/${marker}?email=${marker}`);
	await fetchShop("/auth/login", createJsonInit({ email: `${marker}@example.com`, password: "x" }));
	const files: string[] = [];
	for await (const file of glob("**/*", { cwd: dataFolder, withFileTypes: true })) {
		if (file.isFile()) files.push(join(file.parentPath, file.name));
	}
	expect(files.length).toBeGreaterThan(5);
	for (const file of files) {
		const text = (await readFile(file)).toString("latin1");
		expect([file, text.includes(marker)]).toEqual([file, false]);
		// Only Drizzle's statements quote names: the database's own views and triggers do not.
		expect([file, /select .{0,200} from "(?:products|sessions)" where/i.test(text)]).toEqual([
			file,
			false,
		]);
	}
	expect(files.filter((file) => file.includes("observability"))).toEqual([]);
});

test("npm run smoke needs only the PORT to check a local shop", async () => {
	const { code, output } = await runProgram("node", ["scripts/smoke.ts"], undefined, variables);
	expect(output).toContain(`17 passed, 0 failed, 0 not checked: http://localhost:${port}\n`);
	expect(code).toBe(0);
});

test("while the shop runs, its data folder cannot be used by another shop, an export, a restore or make-admin", async () => {
	const otherPortVariables = { ...variables, PORT: String(await findFreePort()) };
	const commands = [
		["scripts/start.ts"],
		["scripts/export.ts", "--to", join(dataFolder, "never"), "--local"],
		["scripts/restore.ts", "--from", join(dataFolder, "never"), "--local"],
		["scripts/make-admin.ts", "nobody@example.com", "--local"],
	].map((args) => runProgram("node", args, undefined, otherPortVariables));
	for (const { code, output } of await Promise.all(commands)) {
		expect([code, output.trim()]).toEqual([
			1,
			`A shop is running on ${dataFolder}: stop it, wait until it ends, or choose another folder with STORE_DATA.`,
		]);
	}
});

test("when workerd is killed, it is restarted at the same address, with a message", async () => {
	const previousPid = findWorkerd(runningShop.program);
	process.kill(previousPid, "SIGKILL");
	await runningShop.waitForOutput("workerd ended unexpectedly and was restarted.");
	expect((await fetchShop("/healthz")).status).toBe(200);
	expect(findWorkerd(runningShop.program)).not.toBe(previousPid);
});

const findDatabaseFile = async (folder: string) => {
	const files: string[] = [];
	for await (const file of glob("v3/d1/miniflare-D1DatabaseObject/*.sqlite", { cwd: folder })) {
		if (!file.endsWith("metadata.sqlite")) files.push(join(folder, file));
	}
	return files[0] ?? "";
};

test("workerd stops when npm start is killed", async () => {
	const workerdPid = findWorkerd(runningShop.program);
	runningShop.program.kill("SIGKILL");
	await expect.poll(() => isRunning(workerdPid)).toBe(false);
	await expect(fetchShop("/healthz")).rejects.toThrow("fetch failed");
});

test("the shop neither starts on a data folder with an interrupted restore nor writes to it", async () => {
	const database = new DatabaseSync(await findDatabaseFile(dataFolder));
	database.exec(
		"CREATE TABLE unfinished_restore (manifest_digest TEXT NOT NULL); DELETE FROM reviews",
	);
	const { code, output } = await runStart();
	expect(code).toBe(1);
	expect(output).toContain(
		"was interrupted. To finish it, run npm run restore -- --from FOLDER --local",
	);
	expect(database.prepare("SELECT count(*) AS rows FROM reviews").get()).toEqual({ rows: 0 });
	database.exec("DROP TABLE unfinished_restore");
	database.close();
});

test("if its database is deleted, the shop stops and does not create a new one", async () => {
	const { program, waitForOutput } = await start("Ready after");
	const closeEvent = once(program, "close");
	await fetchShop("/__sandbox/email.json");
	const file = await findDatabaseFile(dataFolder);
	for (const suffix of ["-wal", "-shm", ""]) await rm(`${file}${suffix}`, { force: true });
	await waitForOutput("was deleted or replaced while the shop was running");
	expect(await closeEvent).toEqual([1, null]);
	const { code, output } = await runStart();
	expect(code).toBe(1);
	expect(output).toContain(`${dataFolder} has no database`);
	expect(existsSync(file)).toBe(false);
});
