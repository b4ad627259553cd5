import { ChildProcess, spawn } from "node:child_process";
import diagnostics from "node:diagnostics_channel";
import { basename } from "node:path";

/** Reads until the other end of its input is gone, with the process that held it; then ends the one that it was given. */
const script = 'read -r _; kill -9 "$0"';

/** Ends a program that this process has started with it, however it ends, SIGKILL too. */
export function endWithUs(program: ChildProcess): void {
	if (program.pid === undefined) return;
	const watcher = spawn("/bin/sh", ["-c", script, String(program.pid)], {
		// Out of our process group: Ctrl-C in the terminal must not end it before it has done its work.
		detached: true,
		stdio: ["pipe", "ignore", "ignore"],
	});
	watcher.once("error", () => undefined);
	watcher.unref();
	program.once("exit", () => watcher.kill("SIGKILL"));
}

const isWorkerd = ({ spawnfile }: ChildProcess) => basename(spawnfile).startsWith("workerd");

let watching = false;

/**
 * From now on every workerd that this process starts ends with it, however it ends. Miniflare's own cleaning does not
 * outlive SIGKILL, and a shop that went on alone would serve a folder that it no longer holds.
 */
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

/** Ends this process within a second after the one that started it, for where that one is a tool's and not ours. */
export function endWithParent(): void {
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) process.exit();
	}, 1000).unref();
}
