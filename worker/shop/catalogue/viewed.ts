import { and, inArray, isNull } from "drizzle-orm";
import { viewedMaxAgeSeconds, viewedToolsMax } from "#contract/limits.ts";
import { products } from "#worker/db/schema.ts";
import { loadViewed } from "#worker/services/viewed.ts";
import type { ShopContext } from "../context.ts";
import { logFailure } from "../errors.ts";
import { type Product, summaryColumns } from "./read.ts";

/** Failures are only logged, because pages work without the list. */
const logViewedFailure = logFailure("viewed");

/** `header` is the request's `Cookie` header. `append` adds a `Set-Cookie` header to the response. */
type BrowserCookies = { header: string; append(setCookie: string): void };

async function loadViewedList({ env, account, origin }: ShopContext, cookies: string) {
	if (!env.VIEWED || !account) return null;
	return loadViewed(env.VIEWED, {
		cookieHeader: cookies,
		ownerId: account.id,
		isSecure: origin.startsWith("https:"),
		maxAge: viewedMaxAgeSeconds,
	});
}

/** Returns product ids, the latest view first. */
export const listViewed = async (shop: ShopContext, cookies: string): Promise<string[]> =>
	(await loadViewedList(shop, cookies))?.ids ?? [];

/** Clears the list of this browser. Lists of other browsers expire after `viewedMaxAgeSeconds`. */
export async function clearViewed(shop: ShopContext, cookies: string): Promise<void> {
	await loadViewedList(shop, cookies)
		.then((list) => list?.clear())
		.catch(logViewedFailure);
}

async function recordView(shop: ShopContext, id: string, { header, append }: BrowserCookies) {
	const list = await loadViewedList(shop, header);
	if (!list) return [];
	const previous = list.ids.filter((viewedId) => viewedId !== id);
	if (list.ids[0] === id) return previous;
	const saving = list.save([id, ...previous].slice(0, viewedToolsMax + 1));
	if (list.isNew) append(await saving);
	else shop.waitUntil(() => saving.catch(logViewedFailure));
	return previous.slice(0, viewedToolsMax);
}

/**
 * Records the view. Returns up to six published products that the shopper viewed before, the latest first (docs/decisions/recently-viewed.md).
 * @param cookies - null for a prefetch, which does not count as a view
 */
export async function recordToolView(
	shop: ShopContext,
	id: string,
	cookies: BrowserCookies | null,
): Promise<Product[]> {
	if (!cookies) return [];
	const ids = await recordView(shop, id, cookies).catch((error: unknown): string[] => {
		logViewedFailure(error);
		return [];
	});
	if (ids.length === 0) return [];
	const rows = await shop.db
		.select(summaryColumns)
		.from(products)
		.where(and(inArray(products.id, ids), isNull(products.deletedAt)));
	return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
