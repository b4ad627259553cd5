import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** On Linux, a file system in memory. Containers often have only 64 MiB of it. */
const memory = "/dev/shm";
const neededBytes = 2 * 1024 ** 3;

function freeBytes(): number {
	try {
		const { bavail, bsize } = statfsSync(memory);
		return bavail * bsize;
	} catch {
		return 0;
	}
}

/**
 * Keeps the temporary files of this process and its programs in memory, where there is room for them. workerd calls fsync after each
 * write to a database: on a disk, it then takes a sixth more CPU time, and waits.
 */
export function keepTemporaryFilesInMemory(): void {
	if (freeBytes() < neededBytes) return;
	const folder = mkdtempSync(join(memory, "torque-test-"));
	process.env.TMPDIR = folder;
	process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}
