import { chunkTimeoutMs } from "#contract/limits.ts";
import { chunkFailed } from "#contract/loading-messages.ts";
import { readStored, store } from "./safe-storage.ts";

/** @throws the part's error, or nothing in particular when it is late */
export function inTime<Part>(part: Promise<Part>, timeoutMs: number): Promise<Part> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(reject, timeoutMs);
	});
	return Promise.race([part, late]).finally(() => clearTimeout(timer));
}

/**
 * Loads a part of the page's script (specification.md §8, §9).
 * @throws Error 'Loading chunk {name} failed' when it is missing, broken or late
 */
export async function loadPart<Part>(
	name: string,
	load: () => Promise<Part>,
	timeoutMs = chunkTimeoutMs,
): Promise<Part> {
	try {
		return await inTime(load(), timeoutMs);
	} catch (cause) {
		throw new Error(chunkFailed(name), { cause });
	}
}

const reloadKey = "reloadedFor";

async function isGone(url: string): Promise<boolean> {
	try {
		return (await fetch(url, { method: "HEAD", cache: "no-store" })).status === 404;
	} catch {
		return false;
	}
}

/**
 * For a part that did not load: when the script that names it is no longer served, a new build was deployed, and the page reloads
 * itself, once for each build (specification.md §8). Without storage it does not, as it might reload for ever.
 * @param url `import.meta.url` of that script: it changes whenever the name of one of its parts does
 */
export async function reloadIfReplaced(url: string): Promise<boolean> {
	if (readStored("sessionStorage", reloadKey) === url || !(await isGone(url))) return false;
	if (!store("sessionStorage", reloadKey, url)) return false;
	location.reload();
	return true;
}
