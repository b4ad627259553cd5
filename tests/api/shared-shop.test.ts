import { expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { readContents } from "../support/database-contents.ts";
import { readEmails } from "../support/emails.ts";
import { addMigrationRows, listMigrations } from "../support/migrate.ts";
import { createJsonInit, startShop, type TestShop } from "../support/shop.ts";
import { createTestStripe } from "../support/stripe.ts";

const readAll = async (shop: TestShop) => ({
	tables: await readContents(shop.env.DB),
	search: (
		await shop.env.DB.prepare(
			"SELECT rowid FROM product_search WHERE product_search MATCH 'torque'",
		).all()
	).results,
	pictures: (await shop.env.PICTURES.list()).objects,
	emails: await readEmails(shop),
	stripe: await createTestStripe(shop).readLedger(),
});

test("a test file gets the shared shop without the previous file's data", async () => {
	const firstShop = await startShop();
	const contentsBefore = await readAll(firstShop);
	expect(
		contentsBefore.tables.filter(({ rows }) => rows.length > 0).map(({ name }) => name),
	).toEqual(["settings"]);
	await addMigrationRows(firstShop.env.DB, await listMigrations());
	const { email } = await createAccount(firstShop);
	await firstShop.fetch("/auth/forgot", createJsonInit({ email }));
	await expect.poll(() => readEmails(firstShop)).toHaveLength(1);
	await createTestStripe(firstShop).chargeFromOtherApp({});
	await firstShop.env.PICTURES.put("picture.png", "bytes");
	await firstShop.stop();
	const secondShop = await startShop();
	expect(secondShop.logs()).toEqual([]);
	expect(await readAll(secondShop)).toEqual(contentsBefore);
	expect(secondShop.url, "the same shop").toBe(firstShop.url);
	await secondShop.stop();
});
