import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listMax } from "#contract/limits.ts";
import { orders } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { addDashboardRows } from "../support/many-rows.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";
import { createFixture } from "./contract/fixture.ts";
import { getAllowedFetch } from "./contract/row.ts";
import { cursorRows } from "./contract/rows.ts";

const shop = await startShop();
afterAll(shop.stop);

const listSchema = v.array(v.object({ _id: v.string() }));
const rowCount = listMax + 10;
let admin: TestAccount;
let shopper: TestAccount;

beforeAll(async () => {
	admin = await createAdmin(shop);
	shopper = await createAccount(shop);
	const { id: productId } = await createProduct(shop);
	await addDashboardRows(shop, { prefix: "aa", count: rowCount, userId: shopper.id, productId });
});

/** Follows the Link headers, and returns the IDs in each response. */
async function readLists(path: string): Promise<string[][]> {
	const lists: string[][] = [];
	let nextPath: string | undefined = path;
	while (nextPath && lists.length < 5) {
		const response: Response = await admin.fetch(nextPath);
		lists.push(v.parse(listSchema, await response.json()).map(({ _id }) => _id));
		nextPath = /^<(.+)>; rel="next"$/.exec(response.headers.get("Link") ?? "")?.[1];
	}
	return lists;
}

/** Keeps only the IDs of rows that `addDashboardRows` inserted. Random IDs can begin with "aa" too, but not with so many zeros. */
const filterTestRows = (ids: string[]) => ids.filter((id) => id.startsWith("aa0000000000"));

test.each([
	["/allorders", "newest first"],
	["/orders/:shopper", "newest first"],
	["/users", "oldest first"],
	["/products", "oldest first"],
] as const)(
	"%s returns at most 500 rows and links to the rest in the Link header",
	async (path, order) => {
		const lists = await readLists(path.replace(":shopper", shopper.email));
		expect(lists.map(({ length }) => length === listMax)).toEqual([true, false]);
		const ids = filterTestRows(lists.flat());
		const sortedIds = ids.toSorted();
		expect(ids).toEqual(order === "oldest first" ? sortedIds : sortedIds.reverse());
		expect(new Set(ids).size).toBe(rowCount);
	},
);

test("/getreviews returns the newest 500 reviews, oldest first, with a Link header to older ones", async () => {
	const lists = await readLists("/getreviews");
	expect(lists.map(({ length }) => length)).toEqual([listMax, rowCount - listMax]);
	const ids = lists.toReversed().flat();
	expect(ids).toEqual(ids.toSorted());
	expect(new Set(ids).size).toBe(rowCount);
});

test("no other shopper can follow the Link header of a shopper's orders", async () => {
	const response = await shopper.fetchWithToken(`/orders/${shopper.email}`);
	const nextPath = /^<(.+)>/.exec(response.headers.get("Link") ?? "")?.[1] ?? "/";
	expect(nextPath.startsWith(`/orders/${shopper.email}?after=`)).toBe(true);
	const nextRows = v.parse(listSchema, await (await shopper.fetchWithToken(nextPath)).json());
	expect(nextRows).toHaveLength(rowCount - listMax);
	const otherShopper = await createAccount(shop);
	expect((await otherShopper.fetch(nextPath)).status).toBe(403);
});

test("the last page of a list has no Link header", async () => {
	const account = await createAccount(shop);
	const response = await account.fetch(`/orders/${account.email}`);
	expect([await response.json(), response.headers.get("Link")]).toEqual([[], null]);
});

test("a cursor still works after its row is deleted", async () => {
	const response = await admin.fetch("/allorders");
	const ids = v.parse(listSchema, await response.json()).map(({ _id }) => _id);
	const nextPath = /^<(.+)>/.exec(response.headers.get("Link") ?? "")?.[1] ?? "/";
	await shop.db.delete(orders).where(eq(orders.id, ids.at(-1) ?? ""));
	const nextRows = v.parse(listSchema, await (await admin.fetch(nextPath)).json());
	expect(nextRows).toHaveLength(rowCount - listMax);
});

test.each(cursorRows.map((row) => ({ row, ...row.call })))(
	"$path rejects a cursor that is not from a Link header",
	async ({ row }) => {
		const fixture = await createFixture(shop);
		for (const after of ["", "x", "1", "1.", ".x", "1.'--", "99999999999999999.x"]) {
			const path = `${row.path(fixture)}?${new URLSearchParams({ after })}`;
			const response = await getAllowedFetch(row, fixture)(path);
			expect([after, response.status]).toEqual([after, 400]);
			expect(await response.json()).toMatchObject({ issues: [{ field: "after" }] });
		}
	},
);
