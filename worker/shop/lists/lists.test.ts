import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { savedListsMax } from "#contract/limits.ts";
import { savedLists } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { addToAccountBasket, listBasketLines } from "../basket/lines.ts";
import {
	addListToBasket,
	addSavedList,
	deleteSavedList,
	listSavedLists,
	removeListLine,
	renameSavedList,
	requireSavedList,
	requireSharedList,
	saveBasketAsList,
	shareList,
	stopSharing,
} from "./lists.ts";

const localShop = createLocalShop();
afterAll(localShop.close);

async function createShopper() {
	const account = await localShop.addAccount();
	return { account, shop: localShop.createContext(account) };
}

async function saveList(name = "Brake jobs") {
	const { account, shop } = await createShopper();
	const [firstId, secondId] = [await localShop.addProduct(100), await localShop.addProduct(100)];
	const lines = [
		{ productId: firstId, quantity: 7 },
		{ productId: secondId, quantity: 3 },
	];
	return { account, shop, lines, id: await addSavedList(shop, { name, lines }) };
}

const readLines = async (shop: Parameters<typeof requireSavedList>[0], id: string) =>
	(await requireSavedList(shop, id)).lines.map(({ productId, quantity }) => ({
		productId,
		quantity,
	}));

test("a repeated request adds a saved list to the basket only once", async () => {
	const { shop } = await createShopper();
	const productId = await localShop.addProduct(100);
	await expect(saveBasketAsList(shop, "Weekly")).rejects.toMatchObject({ code: "list_empty" });
	await addToAccountBasket(shop, [{ productId, quantity: 9 }]);
	const id = await saveBasketAsList(shop, "Weekly");
	expect(await readLines(shop, id)).toEqual([{ productId, quantity: 9 }]);
	expect(await listSavedLists(shop)).toMatchObject([{ id, name: "Weekly", lineCount: 1 }]);
	for (const [key, quantity] of [
		["first", 18],
		["first", 18],
		["second", 27],
	] as const) {
		await addListToBasket(shop, id, key);
		expect(await listBasketLines(shop)).toMatchObject([{ productId, quantity }]);
	}
});

test("saves only one list under a name, ignoring case", async () => {
	const { shop, lines, id } = await saveList();
	expect(await addSavedList(shop, { name: "Brake jobs", lines })).toBe(id);
	const sameName = { name: "BRAKE JOBS", lines: lines.slice(1) };
	await expect(addSavedList(shop, sameName)).rejects.toMatchObject({ code: "list_name_taken" });
	expect(await readLines(shop, id)).toEqual(lines);
	const otherId = await addSavedList(shop, { ...sameName, name: "Oil" });
	const renaming = renameSavedList(shop, otherId, "brake jobs");
	await expect(renaming).rejects.toMatchObject({ code: "list_name_taken" });
});

test("a list can be renamed, shortened, and deleted", async () => {
	const { shop, lines, id } = await saveList();
	await renameSavedList(shop, id, "Brakes");
	expect((await requireSavedList(shop, id)).name).toBe("Brakes");
	expect(await readLines(shop, id)).toEqual(lines);
	expect(await removeListLine(shop, id, lines[0]?.productId ?? "")).toBe(1);
	expect(await readLines(shop, id)).toEqual(lines.slice(1));
	expect(await deleteSavedList(shop, id)).toBe(1);
	await expect(requireSavedList(shop, id)).rejects.toMatchObject({ code: "list_not_found" });
});

test("other accounts cannot read or change a list", async () => {
	const { account, shop, lines, id } = await saveList();
	const { shop: otherShopperContext } = await createShopper();
	const notFound = { code: "list_not_found" };
	await expect(requireSavedList(otherShopperContext, id)).rejects.toMatchObject(notFound);
	await expect(addListToBasket(otherShopperContext, id)).rejects.toMatchObject(notFound);
	await expect(shareList(otherShopperContext, id)).rejects.toMatchObject(notFound);
	await expect(renameSavedList(otherShopperContext, id, "Mine")).rejects.toMatchObject(notFound);
	expect(await removeListLine(otherShopperContext, id, lines[0]?.productId ?? "")).toBe(0);
	expect(await deleteSavedList(otherShopperContext, id)).toBe(0);
	const token = await shareList(shop, id);
	expect(await stopSharing(otherShopperContext, id)).toBe(0);
	expect(await shareList(shop, id), "still shared").toBe(token);
	expect(await readLines(shop, id)).toEqual(lines);
	expect(await localShop.db.$count(savedLists, eq(savedLists.userId, account.id))).toBe(1);
});

test("anyone can open a list's link until sharing stops", async () => {
	const { shop, id } = await saveList();
	const token = await shareList(shop, id);
	expect(token).toMatch(/^[a-z2-7]{32}$/);
	expect(await shareList(shop, id)).toBe(token);
	expect((await requireSharedList(localShop.anonymousContext, token)).lines).toHaveLength(2);
	expect(await stopSharing(shop, id)).toBe(1);
	const reading = requireSharedList(localShop.anonymousContext, token);
	await expect(reading).rejects.toMatchObject({ code: "list_not_found" });
	expect(await shareList(shop, id)).not.toBe(token);
});

test("the database enforces the limit of lists per account", async () => {
	const { account, shop } = await createShopper();
	for (let index = 0; index < savedListsMax; index += 1)
		await addSavedList(shop, { name: `List ${index}`, lines: [] });
	const adding = addSavedList(shop, { name: "One more", lines: [] });
	await expect(adding).rejects.toMatchObject({ code: "too_many_lists" });
	const row = { id: "one-more", userId: account.id, name: "One more" };
	await expect(localShop.db.insert(savedLists).values(row)).rejects.toThrow();
	expect(await listSavedLists(shop)).toHaveLength(savedListsMax);
});
