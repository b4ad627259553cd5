import { runCronWhenDue } from "./runtime/cron.ts";
import { type Runtime, startRuntime } from "./runtime/runtime.ts";
import { readSandbox, readShop } from "./runtime/workers.ts";
import { seedAccounts, seedPassword } from "./seed.ts";
import { buildIfChanged } from "./support/build.ts";
import { prepareDatabase, watchDatabaseFile } from "./support/database.ts";
import { holdData } from "./support/hold.ts";
import { readable } from "./support/log-lines.ts";
import { closeOnSignal, endOnSignal } from "./support/programs.ts";
import { checkPort, readSettings, type Settings, urlOf } from "./support/settings.ts";
import { since, stage } from "./support/stage.ts";
import { messageOf, runCommand, UserError } from "./support/user-error.ts";

const isLoopback = (host: string) => /^(?:127\.|::1$)/.test(host);

function printWelcome({ data }: Settings, url: string): void {
	const line = (what: string, note: string) => `${`  ${what}`.padEnd(36)}(${note})`;
	console.log(
		[
			"",
			`Torque Tool Depot is open: ${url}`,
			...seedAccounts.map(({ email, role }) => line(`${email} / ${seedPassword}`, role)),
			line(`${url}/__sandbox/`, "mocks of Stripe, Google and mail"),
			`Data: ${data}. Ready after ${since(0)}; Ctrl-C stops it.`,
		].join("\n"),
	);
}

async function serveShop(settings: Settings, hosts: string[]): Promise<never> {
	const { port, data } = settings;
	const url = urlOf(settings);
	const ended = Promise.withResolvers<never>();
	/** Log lines before the shop is open: printed only if it does not open. */
	const early: string[] = [];
	let isOpen = false;
	const print = ({ level, message }: { level: string; message: string }) => {
		const line = readable(message);
		if (line === null) return;
		if (!isOpen) early.push(line);
		else if (level === "error" || level === "warn") console.error(line);
		else console.log(line);
	};
	const open = async (): Promise<Runtime> => {
		const runtime = await startRuntime({
			address: { hosts, port },
			data,
			onEnd: (error) => ended.reject(new UserError(`The shop has ended: ${messageOf(error)}`)),
			onLog: print,
			names: [new URL(url).hostname],
			onRestart: () => console.error("workerd ended unexpectedly and was started again."),
			visitors: hosts.every(isLoopback) ? "127.0.0.1" : "",
			workers: [await readShop({ SHOP_ORIGIN: url }), await readSandbox()],
		}).catch((error: unknown) => {
			throw new UserError(`The shop did not open: ${messageOf(error)}`);
		});
		closeOnSignal(runtime.stop);
		const health = await fetch(`${runtime.url}/healthz`);
		const text = await health.text();
		if (health.ok) return runtime;
		await runtime.stop();
		throw new UserError(["The shop did not open:", text, ...early].join("\n"));
	};
	const runtime = await stage("Opening the shop", open);
	isOpen = true;
	watchDatabaseFile(data, ended.reject);
	runCronWhenDue(runtime, (error) => console.error(`The sweep failed: ${messageOf(error)}`));
	printWelcome(settings, url);
	return ended.promise.finally(() => runtime.stop().catch(() => undefined));
}

/** `npm start`: builds, migrates, seeds and serves the shop on workerd (architecture.md §3). */
async function start(): Promise<number> {
	const settings = readSettings();
	endOnSignal(0);
	const hosts = await checkPort(settings, "npm start");
	holdData(settings.data, "open");
	await stage("Building the shop", () => buildIfChanged());
	await prepareDatabase(settings.data);
	return serveShop(settings, hosts);
}

await runCommand(start);
