import * as v from "valibot";
import { chunkTimeoutMs } from "#contract/limits.ts";
import { chunkFailed } from "#contract/messages.ts";
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

/** React Router names in each page the file that lists the parts of the build which made it. */
const pageSchema = v.object({ __reactRouterManifest: v.object({ url: v.string() }) });
const reloadKey = "reloadedFor";

async function isGone(url: string): Promise<boolean> {
	try {
		return (await fetch(url, { method: "HEAD", cache: "no-store" })).status === 404;
	} catch {
		return false;
	}
}

/**
 * For a part that did not load: when the build of this page is no longer served, a new one was deployed, and the page reloads
 * itself, once for each build (specification.md §8). Without storage it does not, as it might reload for ever.
 */
export async function reloadIfReplaced(): Promise<boolean> {
	const page = v.safeParse(pageSchema, globalThis);
	if (!page.success) return false;
	const { url } = page.output.__reactRouterManifest;
	if (readStored("sessionStorage", reloadKey) === url || !(await isGone(url))) return false;
	if (!store("sessionStorage", reloadKey, url)) return false;
	location.reload();
	return true;
}
