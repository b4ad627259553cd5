import { and, asc, eq, exists, lt, type SQL, sql } from "drizzle-orm";
import type { BasketItem } from "#contract/basket.ts";
import { ShopError } from "#contract/errors.ts";
import { savedListsMax } from "#contract/limits.ts";
import { sharedListPath } from "#contract/shop.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { createId, createToken } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { isUniqueViolation } from "#worker/db/failures.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { retry, retryBatch } from "#worker/db/retry.ts";
import { products, savedListLines, savedLists, users } from "#worker/db/schema.ts";
import { addToAccountBasket, basketColumns, listBasketLines } from "../basket/lines.ts";
import type { ShopContext } from "../context.ts";
import { noCase } from "../list-queries.ts";

async function requireShopper(shop: ShopContext) {
	const account = requireCapability(shop, "lists:save", "staff_basket");
	await enforceRateLimit(shop.env, "savedList", account.id);
	return account;
}

const isOwnList = (userId: string, id: string) =>
	and(eq(savedLists.id, id), eq(savedLists.userId, userId));

const hasName = (userId: string, name: string) =>
	and(eq(savedLists.userId, userId), eq(noCase(savedLists.name), name));

const columns = {
	id: savedLists.id,
	// Aliased, because D1 confuses columns with the same name in a batch.
	name: sql<string>`${savedLists.name}`.as("list_name"),
	shareToken: savedLists.shareToken,
	createdAt: savedLists.createdAt,
};

/**
 * Lists the account's lists, by name.
 * @throws ShopError 401, 403 for staff
 */
export async function listSavedLists(shop: ShopContext) {
	const { id } = requireCapability(shop, "lists:save", "staff_basket");
	const { db } = shop;
	const lineCount = sql<number>`(select count(*) from ${savedListLines} where ${savedListLines.listId} = ${savedLists.id})`;
	return db
		.select({ ...columns, lineCount: lineCount.as("line_count") })
		.from(savedLists)
		.where(eq(savedLists.userId, id))
		.orderBy(asc(noCase(savedLists.name)))
		.limit(savedListsMax);
}

const selectLines = (db: Database, matchesList: SQL | undefined) =>
	db
		.select({
			productId: savedListLines.productId,
			quantity: savedListLines.quantity,
			product: basketColumns,
		})
		.from(savedListLines)
		.innerJoin(savedLists, eq(savedLists.id, savedListLines.listId))
		.innerJoin(products, eq(products.id, savedListLines.productId))
		.where(matchesList)
		.orderBy(asc(savedListLines.position));

export type SavedList = Pick<
	typeof savedLists.$inferSelect,
	"id" | "name" | "shareToken" | "createdAt"
>;

async function readList({ db }: ShopContext, matchesList: SQL | undefined) {
	const [[list], lines] = await retryBatch(db, [
		db.select(columns).from(savedLists).where(matchesList),
		selectLines(db, matchesList),
	]);
	if (!list) throw new ShopError("list_not_found");
	return { ...list, lines };
}

/** @throws ShopError 401, 403 for staff, 404, also for another account's list */
export async function requireSavedList(shop: ShopContext, id: string) {
	const account = requireCapability(shop, "lists:save", "staff_basket");
	return readList(shop, isOwnList(account.id, id));
}

/**
 * Reads a list for anyone who has its link.
 * @throws ShopError 404
 */
export async function requireSharedList(shop: ShopContext, token: string) {
	await enforceRateLimit(shop.env, "sharedList", shop.visitor.network);
	return readList(shop, eq(savedLists.shareToken, token));
}

/** Inserts the lines only if the list was written. Otherwise, its name is taken or the account has too many lists. */
function insertLines(db: Database, listId: string, items: readonly BasketItem[]) {
	const from = sql`json_each(${JSON.stringify(items)}) as item
		join ${products} on ${products.id} = item.value ->> 'productId'`;
	const line = { listId, productId: products.id, quantity: sql`item.value ->> 'quantity'` };
	const isListWritten = exists(
		db.select({ id: savedLists.id }).from(savedLists).where(eq(savedLists.id, listId)),
	);
	return insertSelect(
		db,
		savedListLines,
		{ ...line, position: sql`item.key` },
		from,
		isListWritten,
	).onConflictDoNothing();
}

const createLinesKey = (lines: readonly BasketItem[]) =>
	lines
		.map(({ productId, quantity }) => `${productId}.${quantity}`)
		.sort()
		.join("~");

/**
 * Saves a list. Saving the same list under the same name again, for example with a double click, changes nothing.
 * @returns the list's id
 * @throws ShopError 401, 403 for staff, 409 if the name is taken or the account has too many lists, 429
 */
export async function addSavedList(
	shop: ShopContext,
	{ name, lines }: { name: string; lines: readonly BasketItem[] },
): Promise<string> {
	const { id: userId } = await requireShopper(shop);
	const { db } = shop;
	const id = createId();
	const canSave = and(
		eq(users.id, userId),
		lt(sql`${db.$count(savedLists, eq(savedLists.userId, userId))}`, savedListsMax),
	);
	const matchesName = hasName(userId, name);
	const [, , [saved], savedLines] = await retryBatch(db, [
		insertSelect(db, savedLists, { id, userId, name }, users, canSave).onConflictDoNothing(),
		insertLines(db, id, lines),
		db.select(columns).from(savedLists).where(matchesName),
		selectLines(db, matchesName),
	]);
	if (!saved) throw new ShopError("too_many_lists", { max: savedListsMax });
	if (saved.id !== id && createLinesKey(savedLines) !== createLinesKey(lines))
		throw new ShopError("list_name_taken", { name });
	return saved.id;
}

/**
 * @returns the list's id
 * @throws ShopError as `addSavedList` does; 409 if the basket is empty
 */
export async function saveBasketAsList(shop: ShopContext, name: string): Promise<string> {
	const lines = await listBasketLines(shop);
	if (lines.length === 0) throw new ShopError("list_empty");
	return addSavedList(shop, { name, lines });
}

/** @throws ShopError 401, 403, 404, 409 if the name is taken, 429 */
export async function renameSavedList(shop: ShopContext, id: string, name: string): Promise<void> {
	const account = await requireShopper(shop);
	const rename = shop.db.update(savedLists).set({ name }).where(isOwnList(account.id, id));
	const [renamed] = await retry(() => rename.returning({ id: savedLists.id })).catch(
		(error: unknown) => {
			throw isUniqueViolation(error) ? new ShopError("list_name_taken", { name }) : error;
		},
	);
	if (!renamed) throw new ShopError("list_not_found");
}

/**
 * @returns the number of removed lines
 * @throws ShopError 401, 403 for staff, 429
 */
export async function removeListLine(
	shop: ShopContext,
	id: string,
	productId: string,
): Promise<number> {
	const account = await requireShopper(shop);
	const { db } = shop;
	const ownList = db
		.select({ id: savedLists.id })
		.from(savedLists)
		.where(isOwnList(account.id, id));
	const isLine = and(
		eq(savedListLines.productId, productId),
		sql`${savedListLines.listId} in ${ownList}`,
	);
	const removed = await retry(() =>
		db.delete(savedListLines).where(isLine).returning({ productId: savedListLines.productId }),
	);
	return removed.length;
}

/**
 * @returns the number of deleted lists: 1 or 0
 * @throws ShopError 401, 403 for staff, 429
 */
export async function deleteSavedList(shop: ShopContext, id: string): Promise<number> {
	const account = await requireShopper(shop);
	const deleted = await retry(() =>
		shop.db.delete(savedLists).where(isOwnList(account.id, id)).returning({ id: savedLists.id }),
	);
	return deleted.length;
}

/**
 * Creates a link that lets anyone read the list. A list that is already shared keeps its link.
 * @returns the link's token
 * @throws ShopError 401, 403, 404, 429
 */
export async function shareList(shop: ShopContext, id: string): Promise<string> {
	const account = await requireShopper(shop);
	const { shareToken } = savedLists;
	const [shared] = await retry(() =>
		shop.db
			.update(savedLists)
			.set({ shareToken: sql`coalesce(${shareToken}, ${createToken()})` })
			.where(isOwnList(account.id, id))
			.returning({ token: shareToken }),
	);
	if (!shared?.token) throw new ShopError("list_not_found");
	return shared.token;
}

export const getSharedListUrl = ({ origin }: ShopContext, token: string): string =>
	new URL(sharedListPath(token), origin).href;

/**
 * Disables the link of a list.
 * @returns the number of disabled links: 1 or 0
 * @throws ShopError 401, 403 for staff, 429
 */
export async function stopSharing(shop: ShopContext, id: string): Promise<number> {
	const account = await requireShopper(shop);
	const isShared = and(isOwnList(account.id, id), sql`${savedLists.shareToken} is not null`);
	const unshared = await retry(() =>
		shop.db
			.update(savedLists)
			.set({ shareToken: null })
			.where(isShared)
			.returning({ id: savedLists.id }),
	);
	return unshared.length;
}

/**
 * Adds the tools of one of the account's lists to the basket.
 * @returns all lines of the basket
 * @throws ShopError 401, 403, 404, 429
 */
export async function addListToBasket(shop: ShopContext, id: string, key: string | null = null) {
	const { lines } = await requireSavedList(shop, id);
	return addToAccountBasket(
		shop,
		lines.map(({ productId, quantity }) => ({ productId, quantity })),
		key,
	);
}
