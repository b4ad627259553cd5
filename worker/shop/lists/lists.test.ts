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
	return { account, shopperContext: localShop.createContext(account) };
}

async function saveList(name = "Brake jobs") {
	const { account, shopperContext } = await createShopper();
	const [firstId, secondId] = [await localShop.addProduct(100), await localShop.addProduct(100)];
	const lines = [
		{ productId: firstId, quantity: 7 },
		{ productId: secondId, quantity: 3 },
	];
	return {
		account,
		shopperContext,
		lines,
		id: await addSavedList(shopperContext, { name, lines }),
	};
}

const readLines = async (shopperContext: Parameters<typeof requireSavedList>[0], id: string) =>
	(await requireSavedList(shopperContext, id)).lines.map(({ productId, quantity }) => ({
		productId,
		quantity,
	}));

test("a repeated request adds a saved list to the basket only once", async () => {
	const { shopperContext } = await createShopper();
	const productId = await localShop.addProduct(100);
	await expect(saveBasketAsList(shopperContext, "Weekly")).rejects.toMatchObject({
		code: "list_empty",
	});
	await addToAccountBasket(shopperContext, [{ productId, quantity: 9 }]);
	const id = await saveBasketAsList(shopperContext, "Weekly");
	expect(await readLines(shopperContext, id)).toEqual([{ productId, quantity: 9 }]);
	expect(await listSavedLists(shopperContext)).toMatchObject([
		{ id, name: "Weekly", lineCount: 1 },
	]);
	for (const [key, quantity] of [
		["first", 18],
		["first", 18],
		["second", 27],
	] as const) {
		await addListToBasket(shopperContext, id, key);
		expect(await listBasketLines(shopperContext)).toMatchObject([{ productId, quantity }]);
	}
});

test("saves only one list under a name, ignoring case", async () => {
	const { shopperContext, lines, id } = await saveList();
	expect(await addSavedList(shopperContext, { name: "Brake jobs", lines })).toBe(id);
	const sameName = { name: "BRAKE JOBS", lines: lines.slice(1) };
	await expect(addSavedList(shopperContext, sameName)).rejects.toMatchObject({
		code: "list_name_taken",
	});
	expect(await readLines(shopperContext, id)).toEqual(lines);
	const otherId = await addSavedList(shopperContext, { ...sameName, name: "Oil" });
	const renaming = renameSavedList(shopperContext, otherId, "brake jobs");
	await expect(renaming).rejects.toMatchObject({ code: "list_name_taken" });
});

test("a list can be renamed, shortened, and deleted", async () => {
	const { shopperContext, lines, id } = await saveList();
	await renameSavedList(shopperContext, id, "Brakes");
	expect((await requireSavedList(shopperContext, id)).name).toBe("Brakes");
	expect(await readLines(shopperContext, id)).toEqual(lines);
	expect(await removeListLine(shopperContext, id, lines[0]?.productId ?? "")).toBe(1);
	expect(await readLines(shopperContext, id)).toEqual(lines.slice(1));
	expect(await deleteSavedList(shopperContext, id)).toBe(1);
	await expect(requireSavedList(shopperContext, id)).rejects.toMatchObject({
		code: "list_not_found",
	});
});

test("other accounts cannot read or change a list", async () => {
	const { account, shopperContext, lines, id } = await saveList();
	const { shopperContext: otherShopperContext } = await createShopper();
	const notFound = { code: "list_not_found" };
	await expect(requireSavedList(otherShopperContext, id)).rejects.toMatchObject(notFound);
	await expect(addListToBasket(otherShopperContext, id)).rejects.toMatchObject(notFound);
	await expect(shareList(otherShopperContext, id)).rejects.toMatchObject(notFound);
	await expect(renameSavedList(otherShopperContext, id, "Mine")).rejects.toMatchObject(notFound);
	expect(await removeListLine(otherShopperContext, id, lines[0]?.productId ?? "")).toBe(0);
	expect(await deleteSavedList(otherShopperContext, id)).toBe(0);
	const token = await shareList(shopperContext, id);
	expect(await stopSharing(otherShopperContext, id)).toBe(0);
	expect(await shareList(shopperContext, id), "still shared").toBe(token);
	expect(await readLines(shopperContext, id)).toEqual(lines);
	expect(await localShop.db.$count(savedLists, eq(savedLists.userId, account.id))).toBe(1);
});

test("anyone can open a list's link until sharing stops", async () => {
	const { shopperContext, id } = await saveList();
	const token = await shareList(shopperContext, id);
	expect(token).toMatch(/^[a-z2-7]{32}$/);
	expect(await shareList(shopperContext, id)).toBe(token);
	expect((await requireSharedList(localShop.anonymousContext, token)).lines).toHaveLength(2);
	expect(await stopSharing(shopperContext, id)).toBe(1);
	const reading = requireSharedList(localShop.anonymousContext, token);
	await expect(reading).rejects.toMatchObject({ code: "list_not_found" });
	expect(await shareList(shopperContext, id)).not.toBe(token);
});

test("the database enforces the limit of lists per account", async () => {
	const { account, shopperContext } = await createShopper();
	for (let index = 0; index < savedListsMax; index += 1)
		await addSavedList(shopperContext, { name: `List ${index}`, lines: [] });
	const adding = addSavedList(shopperContext, { name: "One more", lines: [] });
	await expect(adding).rejects.toMatchObject({ code: "too_many_lists" });
	const row = { id: "one-more", userId: account.id, name: "One more" };
	await expect(localShop.db.insert(savedLists).values(row)).rejects.toThrow();
	expect(await listSavedLists(shopperContext)).toHaveLength(savedListsMax);
});
