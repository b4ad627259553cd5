import { chunkTimeoutMs } from "#contract/limits.ts";
import { chunkFailedMessage } from "#contract/loading-messages.ts";
import { readStored, store } from "./safe-storage.ts";

/** Rejects with the promise's error, or with undefined after the timeout. */
export function withTimeout<Result>(promise: Promise<Result>, timeoutMs: number): Promise<Result> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<never>((_, reject) => {
		timer = setTimeout(reject, timeoutMs);
	});
	return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/** @throws Error 'Loading chunk {name} failed' if it is missing, broken or times out (specification.md §8, §9) */
export async function loadChunk<Chunk>(name: string, load: () => Promise<Chunk>): Promise<Chunk> {
	try {
		return await withTimeout(load(), chunkTimeoutMs);
	} catch (cause) {
		throw new Error(chunkFailedMessage(name), { cause });
	}
}

const reloadKey = "reloadedFor";

async function isDeleted(url: string): Promise<boolean> {
	try {
		return (await fetch(url, { method: "HEAD", cache: "no-store" })).status === 404;
	} catch {
		return false;
	}
}

/**
 * Reloads the page after a chunk failed to load if a new build has deleted the script that imports the chunk (specification.md §8). To
 * avoid a loop, reloads once per build, and only if session storage is available.
 * @param url - `import.meta.url` of that script
 */
export async function reloadIfOutdated(url: string): Promise<boolean> {
	if (readStored("sessionStorage", reloadKey) === url || !(await isDeleted(url))) return false;
	if (!store("sessionStorage", reloadKey, url)) return false;
	location.reload();
	return true;
}
