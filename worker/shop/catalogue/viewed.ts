import { and, inArray, isNull } from "drizzle-orm";
import { viewedAge, viewedMax } from "#contract/limits.ts";
import { products } from "#worker/db/schema.ts";
import { loadViewed } from "#worker/services/viewed.ts";
import type { Shop } from "../context.ts";
import { forLog } from "../errors.ts";
import { listedColumns, type Product } from "./read.ts";
import { findSimilarTools } from "./similar.ts";

/** Best effort: a page is complete without the list. */
function logged(error: unknown): string[] {
	console.error("viewed", forLog(error));
	return [];
}

/** Cookies of the browser that asks: the `Cookie` header, and what adds a line of a `Set-Cookie` header. */
type BrowserCookies = { header: string; append(line: string): void };

/** @returns the list of the browser that asks; null for nobody, and without `VIEWED` */
async function openOwn({ env, account, origin }: Shop, cookies: string) {
	if (!env.VIEWED || !account) return null;
	return loadViewed(env.VIEWED, {
		cookies,
		owner: account.id,
		secure: origin.startsWith("https:"),
		maxAge: viewedAge,
	});
}

/** Ids, the newest first. */
export const listViewed = async (shop: Shop, cookies: string): Promise<string[]> =>
	(await openOwn(shop, cookies))?.ids ?? [];

/** Erases the list of the browser that asks; those of other browsers expire after `viewedAge`. */
export async function clearViewed(shop: Shop, cookies: string): Promise<void> {
	await openOwn(shop, cookies)
		.then((own) => own?.clear())
		.catch(logged);
}

/** @returns what was looked at before, the newest first */
async function recordView(shop: Shop, seen: string, { header, append }: BrowserCookies) {
	const viewed = await openOwn(shop, header);
	if (!viewed) return [];
	const before = viewed.ids.filter((id) => id !== seen);
	if (viewed.ids[0] === seen) return before;
	const saving = viewed.save([seen, ...before].slice(0, viewedMax + 1));
	if (viewed.isNew) append(await saving);
	else shop.waitUntil(() => saving.catch(logged));
	return before.slice(0, viewedMax);
}

/**
 * Notes that somebody signed in looks at a tool (docs/decisions/recently-viewed.md).
 * @returns the tools they looked at before that are still sold, at most 6, the newest first; none without `VIEWED`
 */
async function viewTool(shop: Shop, id: string, cookies: BrowserCookies): Promise<Product[]> {
	const ids = await recordView(shop, id, cookies).catch(logged);
	if (ids.length === 0) return [];
	const rows = await shop.db
		.select(listedColumns)
		.from(products)
		.where(and(inArray(products.id, ids), isNull(products.deletedAt)));
	return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** @param cookies null where the page is only fetched ahead of a click, so that nobody looks at it yet */
export async function getRelatedTools(
	shop: Shop,
	tool: Pick<Product, "id" | "priceCents">,
	cookies: BrowserCookies | null,
) {
	const [similar, viewed] = await Promise.all([
		findSimilarTools(shop, tool),
		cookies ? viewTool(shop, tool.id, cookies) : [],
	]);
	return { similar, viewed };
}
