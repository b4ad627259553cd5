import * as v from "valibot";
import { readStored, store } from "./safe-storage.ts";

/** React Router names in each page the file that lists the parts of the build which made it. */
const pageSchema = v.object({ __reactRouterManifest: v.object({ url: v.string() }) });
const key = "reloadedFor";

async function isGone(url: string): Promise<boolean> {
	try {
		return (await fetch(url, { method: "HEAD", cache: "no-store" })).status === 404;
	} catch {
		return false;
	}
}

/**
 * For a part that did not load: when the build of this page is no longer served, a new one was deployed. The page
 * reloads itself then, once for each build (specification.md §8). Where the browser keeps no note of that it does not, as
 * it might reload for ever.
 * @returns whether it does
 */
export async function reloadIfReplaced(): Promise<boolean> {
	const page = v.safeParse(pageSchema, globalThis);
	if (!page.success) return false;
	const { url } = page.output.__reactRouterManifest;
	if (readStored("sessionStorage", key) === url || !(await isGone(url))) return false;
	if (!store("sessionStorage", key, url)) return false;
	location.reload();
	return true;
}
