import { runCronWhenDue } from "../runtime/cron.ts";
import { type Runtime, startRuntime } from "../runtime/runtime.ts";
import { readSandbox, readShop } from "../runtime/workers.ts";
import { seedAccounts, seedPassword } from "../seed.ts";
import { watchDatabaseFile } from "./database-file.ts";
import { readable } from "./log-lines.ts";
import { closeOnSignal } from "./programs.ts";
import { Refusal } from "./refusal.ts";
import { type Settings, urlOf } from "./settings.ts";
import { since, stage } from "./stage.ts";

const isLoopback = (host: string) => /^(?:127\.|::1$)/.test(host);

/** Until the shop is open its words are kept back, to be shown if it does not open. */
function listen() {
	const kept: string[] = [];
	let isOpen = false;
	return {
		take: ({ level, message }: { level: string; message: string }) => {
			const line = readable(message);
			if (line === null) return;
			if (!isOpen) kept.push(line);
			else if (level === "error" || level === "warn") console.error(line);
			else console.log(line);
		},
		pass: () => {
			isOpen = true;
		},
		keptBack: () => kept.join("\n"),
	};
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** @throws Refusal when it does not start, or answers that its database cannot be asked */
async function checkOpen({ url }: Runtime, keptBack: () => string): Promise<void> {
	const answer = await fetch(`${url}/healthz`);
	const text = await answer.text();
	if (!answer.ok) throw new Refusal(`The shop did not open:\n${text}\n${keptBack()}`);
}

/** Says where the shop is, who may sign in, and where its outside services are. */
function printWelcome({ data }: Settings, url: string): void {
	const line = (what: string, note: string) => `${`  ${what}`.padEnd(36)}(${note})`;
	console.log(
		[
			"",
			`Torque Tool Depot is open: ${url}`,
			...seedAccounts.map(({ email, role }) => line(`${email} / ${seedPassword}`, role)),
			line(`${url}/__sandbox/`, "doubles of Stripe, Google and mail"),
			`Data: ${data}. Ready after ${since(0)}; Ctrl-C stops it.`,
		].join("\n"),
	);
}

/**
 * Serves the built shop with the sandbox beside it, until a signal ends it.
 * @param hosts addresses to listen on
 * @throws Refusal when it does not open, cannot be started again, or has lost its database
 */
export async function serveShop(settings: Settings, hosts: string[]): Promise<never> {
	const { port, data } = settings;
	const log = listen();
	const ended = Promise.withResolvers<never>();
	const runtime = await stage("Opening the shop", async () => {
		const opened = await startRuntime({
			address: { hosts, port },
			data,
			onEnd: (error) => ended.reject(new Refusal(`The shop has ended: ${messageOf(error)}`)),
			onLog: log.take,
			names: [new URL(urlOf(settings)).hostname],
			onRestart: () => console.error("workerd ended unexpectedly and was started again."),
			visitors: hosts.every(isLoopback) ? "127.0.0.1" : "",
			workers: [await readShop({ SHOP_ORIGIN: urlOf(settings) }), await readSandbox()],
		}).catch((error: unknown) => {
			throw new Refusal(`The shop did not open: ${messageOf(error)}`);
		});
		closeOnSignal(opened.stop);
		await checkOpen(opened, log.keptBack).catch(async (error: unknown) => {
			await opened.stop();
			throw error;
		});
		return opened;
	});
	log.pass();
	watchDatabaseFile(data, ended.reject);
	runCronWhenDue(runtime, (error) => console.error(`The sweep failed: ${messageOf(error)}`));
	printWelcome(settings, urlOf(settings));
	return ended.promise.catch(async (error: unknown) => {
		await runtime.stop().catch(() => undefined);
		throw error;
	});
}
