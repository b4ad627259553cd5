import { readdir, readFile } from "node:fs/promises";

/** Of Linux: one tick of CPU time is 10 ms (`getconf CLK_TCK`). */
const tickMs = 10;

/** @returns the ids of the processes that a process has started */
export async function childrenOf(pid: number): Promise<number[]> {
	const threads = await readdir(`/proc/${pid}/task`);
	const lists = await Promise.all(
		threads.map((thread) =>
			readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => ""),
		),
	);
	return lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
}

/** @returns CPU time that a process has used so far, user and system, in ms */
export async function cpuMs(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, "utf8");
	const [user = 0, system = 0] = stat
		.slice(stat.lastIndexOf(")"))
		.split(" ")
		.slice(12, 14)
		.map(Number);
	return (user + system) * tickMs;
}

/** @returns the most memory that a process has held so far (VmHWM), in bytes */
export async function peakBytes(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, "utf8");
	return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
