import { once } from "node:events";
import { existsSync } from "node:fs";
import { glob, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import {
	listWorkerds,
	type Program,
	runProgram,
	startProgram,
	stopProgram,
} from "../../scripts/support/programs.ts";
import { sendRaw } from "../support/raw-http.ts";
import { asJson, createVisitorFetch } from "../support/shop.ts";

const data = await mkdtemp(join(tmpdir(), "start-"));
const started: Program[] = [];
afterAll(async () => {
	await Promise.all(started.map(stopProgram));
	await rm(data, { recursive: true, force: true });
});

/** @returns a port that is free on this machine now */
const findPort = () =>
	new Promise<number>((found) => {
		const server = createServer().listen(0, "127.0.0.1", () => {
			const address = server.address();
			const port = address instanceof Object ? address.port : 0;
			server.close(() => found(port));
		});
	});

const port = await findPort();
const variables = { STORE_DATA: data, PORT: String(port), HOST: "" };
const shop = createVisitorFetch(`http://127.0.0.1:${port}`, {});

/** `npm start` without the set-up, until it has written so and so. */
async function start(words: string) {
	const program = startProgram("node", ["scripts/start.ts"], undefined, variables);
	started.push(program);
	let output = "";
	const waiting = new Set<() => void>();
	const take = (chunk: Buffer) => {
		output += chunk.toString();
		for (const look of waiting) look();
	};
	program.stdout.on("data", take);
	program.stderr.on("data", take);
	const says = (sentence: string) =>
		new Promise<void>((found, failed) => {
			const look = () => output.includes(sentence) && found();
			waiting.add(look);
			program.once("close", () => failed(new Error(`ended without "${sentence}":\n${output}`)));
			look();
		});
	await says(words);
	return { program, says };
}

const runStart = () => runProgram("node", ["scripts/start.ts"], undefined, variables);

function findWorkerd({ pid = 0 }: Program): number {
	const [workerd] = listWorkerds(pid);
	// A signal to process 0 would end the whole test run.
	if (workerd === undefined) throw new Error("There is no workerd");
	return workerd;
}

const isRunning = async (pid: number) => {
	const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
	return status !== "" && !/\) Z /.test(status);
};

const open = await start("Ready after");

test("the shop responds at every name of this machine on one port", async () => {
	for (const host of ["localhost", "127.0.0.1"]) {
		expect((await fetch(`http://${host}:${port}/healthz`)).status).toBe(200);
	}
});

/** @returns the status of a page that is asked for with this Host, and of a form that is sent with it */
async function askAs(host: string) {
	const heads = [
		["GET /blogs HTTP/1.1", `Host: ${host}`],
		["POST /auth/login HTTP/1.1", `Host: ${host}`, `Origin: http://${host}`, "Content-Length: 0"],
	];
	const answers = heads.map((head) => sendRaw(`http://127.0.0.1:${port}`, head));
	return Promise.all(answers.map(async (response) => (await response).status));
}

test("a request with another site's host name (DNS rebinding) gets no page and no call", async () => {
	for (const host of [`evil.example:${port}`, "evil.example", `localhost.evil.example:${port}`]) {
		expect([host, ...(await askAs(host))]).toEqual([host, 421, 421]);
	}
	for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, "192.0.2.7"]) {
		const [page, form] = await askAs(host);
		expect([host, page]).toEqual([host, 200]);
		expect(form).not.toBe(421);
	}
});

const tools = [
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

test.each(tools)("%s is served neither by the shop nor by Miniflare", async (path) => {
	expect((await shop(path)).status).toBe(404);
	const post = await shop(path, asJson({ sql: "select email from users" }));
	expect([404, 415], "415 is what a page of the shop's own says to JSON").toContain(post.status);
});

test("headers that Miniflare would trust have no effect", async () => {
	const send = (header: string) =>
		sendRaw(`http://127.0.0.1:${port}`, ["GET /blogs HTTP/1.1", header]);
	const plain = await send("X-Nothing: 1");
	expect(plain.status).toBe(200);
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

test("a forged client address does not bypass a limit", async () => {
	const statuses: number[] = [];
	// Twenty a minute an address; the minute may change once on the way.
	while (statuses.length < 45 && !statuses.includes(429)) {
		const visitor = createVisitorFetch(`http://127.0.0.1:${port}`, {
			"CF-Connecting-IP": `198.51.100.${statuses.length}`,
		});
		const unknown = asJson({ email: `${crypto.randomUUID()}@example.com` });
		statuses.push((await visitor("/auth/forgot", unknown)).status);
	}
	expect(statuses.at(-1)).toBe(429);
});

test("no request URL and no SQL statement is written to disk", async () => {
	const marker = "a-marker-7f3a";
	await shop(`/products?search=${marker}`);
	await shop(`/tools/${marker}?email=${marker}`);
	await shop("/auth/login", asJson({ email: `${marker}@example.com`, password: "x" }));
	const files: string[] = [];
	for await (const file of glob("**/*", { cwd: data, withFileTypes: true })) {
		if (file.isFile()) files.push(join(file.parentPath, file.name));
	}
	expect(files.length).toBeGreaterThan(5);
	for (const file of files) {
		// The shop's own statements quote names; views and triggers, which are in the database, do not.
		const text = (await readFile(file)).toString("latin1");
		expect([file, text.includes(marker)]).toEqual([file, false]);
		expect([file, /select .{0,200} from "(?:products|sessions)" where/i.test(text)]).toEqual([
			file,
			false,
		]);
	}
	expect(files.filter((file) => file.includes("observability"))).toEqual([]);
});

test("npm run smoke checks a local shop with no argument but its PORT", async () => {
	const { code, output } = await runProgram("node", ["scripts/smoke.ts"], undefined, variables);
	expect(output).toContain(`17 passed, 0 failed, 0 not checked: http://localhost:${port}\n`);
	expect(code).toBe(0);
});

test("a second shop on the folder is refused, and so are an export, a restore and a new admin", async () => {
	const elsewhere = { ...variables, PORT: String(await findPort()) };
	const refused = [
		["scripts/start.ts"],
		["scripts/export.ts", "--to", join(data, "never"), "--local"],
		["scripts/restore.ts", "--from", join(data, "never"), "--local"],
		["scripts/make-admin.ts", "nobody@example.com", "--local"],
	].map((args) => runProgram("node", args, undefined, elsewhere));
	for (const { code, output } of await Promise.all(refused)) {
		expect([code, output.trim()]).toEqual([
			1,
			`A shop is open on ${data}: stop it or wait until it ends, or choose another folder with STORE_DATA.`,
		]);
	}
});

test("a killed workerd is started again at the same address, with a message", async () => {
	const before = findWorkerd(open.program);
	process.kill(before, "SIGKILL");
	await open.says("workerd ended unexpectedly and was started again.");
	expect((await shop("/healthz")).status).toBe(200);
	expect(findWorkerd(open.program)).not.toBe(before);
});

const databaseIn = async (folder: string) => {
	const files: string[] = [];
	for await (const file of glob("v3/d1/miniflare-D1DatabaseObject/*.sqlite", { cwd: folder })) {
		if (!file.endsWith("metadata.sqlite")) files.push(join(folder, file));
	}
	return files[0] ?? "";
};

test("a shop stops when its parent process is killed", async () => {
	const workerd = findWorkerd(open.program);
	open.program.kill("SIGKILL");
	await expect.poll(() => isRunning(workerd)).toBe(false);
	await expect(shop("/healthz")).rejects.toThrow("fetch failed");
});

test("a data folder with an interrupted restore is not opened, and nothing is written to it", async () => {
	const database = new DatabaseSync(await databaseIn(data));
	database.exec("CREATE TABLE unfinished_restore (sum TEXT NOT NULL); DELETE FROM reviews");
	const { code, output } = await runStart();
	expect(code).toBe(1);
	expect(output).toContain(
		"was interrupted: finish it with npm run restore -- --from FOLDER --local",
	);
	expect(database.prepare("SELECT count(*) AS rows FROM reviews").get()).toEqual({ rows: 0 });
	database.exec("DROP TABLE unfinished_restore");
	database.close();
});

test("when its database is deleted, the shop stops with the reason and creates no new one", async () => {
	const { program, says } = await start("Ready after");
	const ended = once(program, "close");
	await shop("/__sandbox/mail.json");
	const file = await databaseIn(data);
	for (const end of ["-wal", "-shm", ""]) await rm(`${file}${end}`, { force: true });
	await says("was deleted or replaced while the shop was running");
	expect(await ended).toEqual([1, null]);
	const { code, output } = await runStart();
	expect(code).toBe(1);
	expect(output).toContain(`The database of ${data} is missing`);
	expect(existsSync(file)).toBe(false);
});
