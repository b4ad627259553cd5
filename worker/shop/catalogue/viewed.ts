import { and, inArray, isNull } from "drizzle-orm";
import { viewedAge, viewedMax } from "#contract/limits.ts";
import { products } from "#worker/db/schema.ts";
import { openViewed } from "#worker/services/viewed.ts";
import type { Shop } from "../context.ts";
import { forLog } from "../refusal.ts";
import { listedColumns, type Product } from "./read.ts";

/** @returns what was looked at before, the newest first; looking at `seen` comes on top */
async function note({ env, account, origin, visitor, waitUntil }: Shop, seen: string) {
	if (!env.VIEWED || !account) return [];
	const secure = origin.startsWith("https:");
	const viewed = await openViewed(env.VIEWED, {
		cookies: visitor.cookies,
		owner: account.id,
		secure,
		maxAge: viewedAge,
	});
	const before = viewed.ids.filter((id) => id !== seen);
	if (viewed.ids[0] === seen) return before;
	const kept = viewed.keep([seen, ...before].slice(0, viewedMax + 1));
	if (viewed.isNew) visitor.keepCookie(await kept);
	else waitUntil(() => kept.catch((error) => console.error("viewed", forLog(error))));
	return before.slice(0, viewedMax);
}

/** Without the list the page is whole: what goes wrong with it is for the log. */
async function noteOrNothing(shop: Shop, seen: string): Promise<string[]> {
	try {
		return await note(shop, seen);
	} catch (error) {
		console.error("viewed", forLog(error));
		return [];
	}
}

/**
 * Notes that somebody signed in looks at a tool (docs/decisions/recently-viewed.md).
 * @returns the tools they looked at before that are still sold, at most 6, the newest first; none without `VIEWED`
 */
export async function viewTool(shop: Shop, id: string): Promise<Product[]> {
	const ids = await noteOrNothing(shop, id);
	if (ids.length === 0) return [];
	const rows = await shop.db
		.select(listedColumns)
		.from(products)
		.where(and(inArray(products.id, ids), isNull(products.deletedAt)));
	return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}
