import { ChildProcess, spawn } from "node:child_process";
import diagnostics from "node:diagnostics_channel";
import { basename } from "node:path";

/** Waits until its stdin closes, which happens when this process ends, and then kills the process with the ID `$0` and the group that it leads. */
const script = 'read -r _; kill -9 "-$0"; kill -9 "$0"';

/** Kills a program when this process ends, even by SIGKILL. */
export function killOnExit(program: ChildProcess): void {
	if (program.pid === undefined) return;
	const watcher = spawn("/bin/sh", ["-c", script, String(program.pid)], {
		// Outside of this process group, so that Ctrl-C in the terminal does not end it first.
		detached: true,
		stdio: ["pipe", "ignore", "ignore"],
	});
	watcher.once("error", () => undefined);
	watcher.unref();
	program.once("exit", () => watcher.kill("SIGKILL"));
}

let isWatching = false;

/** Kills every workerd when this process ends, even by SIGKILL, after which Miniflare cannot clean up. */
export function killWorkerdsOnExit(): void {
	if (isWatching) return;
	isWatching = true;
	// This event is published before the process has a name and an ID (https://nodejs.org/api/diagnostics_channel.html#event-child_process).
	diagnostics.subscribe("child_process", (message) => {
		const startedProcess =
			message instanceof Object && "process" in message ? message.process : null;
		if (!(startedProcess instanceof ChildProcess)) return;
		startedProcess.once("spawn", () => {
			if (basename(startedProcess.spawnfile).startsWith("workerd")) killOnExit(startedProcess);
		});
	});
}
