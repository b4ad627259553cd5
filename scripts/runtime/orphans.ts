import { ChildProcess, spawn } from "node:child_process";
import diagnostics from "node:diagnostics_channel";
import { basename } from "node:path";

/** Reads until its stdin closes, which happens when our process ends; then kills the given process. */
const script = 'read -r _; kill -9 "$0"';

/** Ends a program that this process has started when this process ends, even by SIGKILL. */
export function endWithUs(program: ChildProcess): void {
	if (program.pid === undefined) return;
	const watcher = spawn("/bin/sh", ["-c", script, String(program.pid)], {
		// Outside of our process group: Ctrl-C in the terminal must not end it first.
		detached: true,
		stdio: ["pipe", "ignore", "ignore"],
	});
	watcher.once("error", () => undefined);
	watcher.unref();
	program.once("exit", () => watcher.kill("SIGKILL"));
}

const isWorkerd = ({ spawnfile }: ChildProcess) => basename(spawnfile).startsWith("workerd");

let watching = false;

/** Every workerd that this process starts ends with it, even by SIGKILL, after which Miniflare cannot clean up. */
export function endRuntimesWithUs(): void {
	if (watching) return;
	watching = true;
	// https://nodejs.org/api/diagnostics_channel.html#event-child_process: published before the program has a name and an id.
	diagnostics.subscribe("child_process", (message) => {
		const started = message instanceof Object && "process" in message ? message.process : null;
		if (!(started instanceof ChildProcess)) return;
		started.once("spawn", () => {
			if (isWorkerd(started)) endWithUs(started);
		});
	});
}

/** Ends this process within a second after its parent, for parents that are tools. */
export function endWithParent(): void {
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) process.exit();
	}, 1000).unref();
}
