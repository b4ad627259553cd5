import { afterAll, expect, test } from "vitest";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { digestTables } from "../support/database-contents.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";
import { createFixture } from "./contract/fixture.ts";
import { getAllowedFetch } from "./contract/row.ts";
import { cursorRows } from "./contract/rows.ts";

const shop = await startShop();
afterAll(shop.stop);

const [admin, shopper] = [await createAdmin(shop), await createAccount(shop)];
const product = await createProduct(shop, { name: "Findable wrench" });
const order = { toolId: product.id, email: shopper.email, quantity: 10, location: "x", phone: "1" };
await shopper.fetch("/orders", createJsonInit(order));

const searchPaths = [
	"/dashbord/manageProducts?",
	"/dashbord/makeAdmin?",
	"/dashbord/manageReview?",
	...["", "by=email&", "by=tool&", "by=id&", "by=%27&"].map(
		(searchField) => `/dashbord/manageAllorders?${searchField}`,
	),
];

const injections = [
	"' OR '1'='1",
	"'; DROP TABLE users; --",
	"%",
	"_______________",
	"*",
	"x' UNION SELECT password_hash FROM users --",
	"\u0000",
	"\u{10ffff}",
	"<script>alert(1)</script>",
	'"><img src=x onerror=alert(1)>',
];

const leakPattern = /Findable wrench|scrypt\$|SQLITE|D1_ERROR|syntax error/;

test.each(injections)("a table search for %j finds nothing and runs no SQL", async (search) => {
	const digestBefore = await digestTables(shop);
	for (const path of searchPaths) {
		const response = await admin.fetch(path + new URLSearchParams({ search }));
		expect(response.status, path).toBe(200);
		const html = await response.text();
		expect(leakPattern.test(html), path).toBe(false);
		expect(html, path).not.toMatch(/<script>alert|<img src=x/);
	}
	expect(await digestTables(shop)).toBe(digestBefore);
});

test("a table shows its first page for an invalid page number", async () => {
	for (const page of [...injections, "-1", "1e9", "9".repeat(30), "0x10"]) {
		const query = new URLSearchParams({ page });
		for (const [account, path] of [
			[admin, "/dashbord/manageProducts"],
			[shopper, "/dashbord/myorders"],
		] as const) {
			const response = await account.fetch(`${path}?${query}`);
			expect([response.status, (await response.text()).includes("Findable wrench")], page).toEqual([
				200,
				true,
			]);
		}
	}
});

test.each(cursorRows.map((row) => ({ row, ...row.call })))(
	"$path neither runs SQL in a cursor nor reveals anything in its error",
	async ({ row }) => {
		const fixture = await createFixture(shop);
		for (const after of injections.slice(0, 6)) {
			const path = `${row.path(fixture)}?${new URLSearchParams({ after })}`;
			const response = await getAllowedFetch(row, fixture)(path);
			expect([200, 400], after).toContain(response.status);
			expect(leakPattern.test(await response.text()), after).toBe(false);
		}
	},
);
