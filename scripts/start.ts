import { startCronSchedule } from "./runtime/cron.ts";
import { startRuntime } from "./runtime/runtime.ts";
import { readSandbox, readShop, shopWorkerName } from "./runtime/workers.ts";
import { seedAccounts, seedPassword } from "./seed.ts";
import { readServerSettings } from "./support/arguments.ts";
import { buildIfChanged } from "./support/build.ts";
import { checkDatabaseFile, prepareDatabase, watchDatabaseFile } from "./support/database.ts";
import { lockDataFolder } from "./support/lock.ts";
import { formatLogLine } from "./support/log-lines.ts";
import { exitOnSignal } from "./support/programs.ts";
import { formatElapsedSince, runStep } from "./support/run-step.ts";
import { checkPort, getUrl, type Settings } from "./support/settings.ts";
import { getMessage, runCommand, UserError } from "./support/user-error.ts";

const isLoopback = (host: string) => /^(?:127\.|::1$)/.test(host);

function printWelcome({ dataFolder }: Settings, url: string): void {
	const formatLine = (text: string, note: string) => `${`  ${text}`.padEnd(36)}(${note})`;
	console.log(
		[
			"",
			`Torque Tool Depot is running at ${url}`,
			...seedAccounts.map(({ email, role }) => formatLine(`${email} / ${seedPassword}`, role)),
			formatLine(`${url}/__sandbox/`, "mocks of Stripe, Google and email"),
			`Data: ${dataFolder}. Ready after ${formatElapsedSince(0)}; Ctrl-C stops it.`,
		].join("\n"),
	);
}

async function checkHealth(url: string, log: string[]): Promise<void> {
	const health = await fetch(`${url}/healthz`);
	const text = await health.text();
	if (!health.ok) throw new UserError(["The shop did not start:", text, ...log].join("\n"));
}

async function serveShop(settings: Settings, hosts: string[]): Promise<never> {
	const { port, dataFolder } = settings;
	const url = getUrl(settings);
	const stopped = Promise.withResolvers<never>();
	/** Printed only if the start fails. */
	const startLog: string[] = [];
	let isRunning = false;
	const print = ({ level, message }: { level: string; message: string }) => {
		const line = formatLogLine(message);
		if (line === null) return;
		if (!isRunning) startLog.push(line);
		else if (level === "error" || level === "warn") console.error(line);
		else console.log(line);
	};
	const ready = Promise.withResolvers<void>();
	const runtime = await runStep("Starting workerd", async () =>
		startRuntime({
			hosts,
			port,
			dataFolder,
			onEnd: (error) => stopped.reject(new UserError(`The shop has stopped: ${getMessage(error)}`)),
			onLog: print,
			hostNames: [new URL(url).hostname],
			ready: ready.promise,
			onRestart: () => console.error("workerd ended unexpectedly and was restarted."),
			visitorAddress: hosts.every(isLoopback) ? "127.0.0.1" : "",
			workers: [await readShop({ SHOP_ORIGIN: url }), await readSandbox()],
		}).catch((error: unknown) => {
			throw new UserError(`The shop did not start: ${getMessage(error)}`);
		}),
	);
	try {
		// In the same workerd, because another one would take a second.
		const database = await runtime.miniflare.getD1Database("DB", shopWorkerName);
		await prepareDatabase(database, dataFolder);
		ready.resolve();
		await runStep("Starting the shop", () => checkHealth(runtime.url, startLog));
	} catch (error) {
		await runtime.stop();
		throw error;
	}
	isRunning = true;
	watchDatabaseFile(dataFolder, stopped.reject);
	startCronSchedule(runtime, (error) => console.error(`The sweep failed: ${getMessage(error)}`));
	printWelcome(settings, url);
	return stopped.promise.finally(() => runtime.stop().catch(() => undefined));
}

const usage = `npm start [-- --port 3000] [--host 0.0.0.0]

Installs, builds, migrates, seeds and serves the shop on workerd.

  --port 3000      the port, by default PORT or 8787
  --host 0.0.0.0   the address to listen on, by default HOST or localhost
  STORE_DATA       the environment variable with the data folder, by default .wrangler/state`;

async function start(): Promise<number> {
	const settings = readServerSettings();
	exitOnSignal(0);
	const hosts = await checkPort(settings, "npm start");
	lockDataFolder(settings.dataFolder, "start");
	await runStep("Building the shop", () => buildIfChanged());
	checkDatabaseFile(settings.dataFolder);
	return serveShop(settings, hosts);
}

await runCommand(start, usage);
