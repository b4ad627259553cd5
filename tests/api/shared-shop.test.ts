import { expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { readContents } from "../support/database-contents.ts";
import { readEmails } from "../support/emails.ts";
import { addRows, listMigrations } from "../support/migrate.ts";
import { asJson, startShop, type TestShop } from "../support/shop.ts";
import { createTestStripe } from "../support/stripe.ts";

const readAll = async (shop: TestShop) => ({
	tables: await readContents(shop.env.DB),
	search: (
		await shop.env.DB.prepare(
			"SELECT rowid FROM product_search WHERE product_search MATCH 'torque'",
		).all()
	).results,
	pictures: (await shop.env.PICTURES.list()).objects,
	mails: await readEmails(shop),
	stripe: await createTestStripe(shop).readLedger(),
});

test("a test file gets the shared shop without any data of the previous file", async () => {
	const first = await startShop();
	const before = await readAll(first);
	expect(before.tables.filter(({ rows }) => rows.length > 0).map(({ name }) => name)).toEqual([
		"settings",
	]);
	await addRows(first.env.DB, await listMigrations());
	const { email } = await createAccount(first);
	await first.fetch("/auth/forgot", asJson({ email }));
	await expect.poll(() => readEmails(first)).toHaveLength(1);
	await createTestStripe(first).chargeFromOtherApp({});
	await first.env.PICTURES.put("picture.png", "bytes");
	await first.stop();
	const second = await startShop();
	expect(second.logs()).toEqual([]);
	expect(await readAll(second)).toEqual(before);
	expect(second.url, "the same shop").toBe(first.url);
	await second.stop();
});
