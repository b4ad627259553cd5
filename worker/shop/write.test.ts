import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { auditLog, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { simulateOutage } from "../../tests/support/outage.ts";
import { auditEntry, findEntry } from "./audit.ts";
import { write } from "./write.ts";

/** A tool with 5 pieces, and the write that sets them to 7 while it has 5. */
async function arrange(plan: Parameters<typeof simulateOutage>[0]) {
	const local = createLocalShop();
	onTestFinished(local.close);
	const [admin, tool] = [await local.addAccount("admin"), await local.addProduct(5)];
	const shop = local.createShopFor(admin, simulateOutage(plan).watch);
	const audit = auditEntry(admin, { action: "stock-set", where: eq(products.quantity, 5) });
	const set = () =>
		write(shop, {
			audit,
			statements: [shop.db.update(products).set({ quantity: 7 }).where(eq(products.quantity, 5))],
			confirmation: findEntry(shop.db, audit),
			tags: ({ subjectId }) => [subjectId],
		});
	const { db } = local.anonymous;
	const stock = async () => (await db.select().from(products).get())?.quantity;
	return { db, shop, tool, set, stock };
}

test.each(["before", "after"] as const)(
	"a write whose response is lost %s it is applied is done once, and known to be done",
	async (timing) => {
		const { db, shop, tool, set, stock } = await arrange({ failures: 2, timing });
		expect(await set()).toEqual({ subjectId: tool });
		expect(await stock()).toBe(7);
		expect(await db.$count(auditLog)).toBe(1);
		expect([...shop.edge.tagsToPurge]).toEqual([tool]);
	},
);

test("where the conditions do not hold nothing is written, logged or purged", async () => {
	const { db, shop, set, stock } = await arrange({ failures: 0 });
	await db.update(products).set({ quantity: 6 });
	expect(await set()).toBeNull();
	expect([await stock(), await db.$count(auditLog), shop.edge.tagsToPurge.size]).toEqual([6, 0, 0]);
});

test("a statement that the schema refuses rolls back the others", async () => {
	const { db, shop, stock } = await arrange({ failures: 0 });
	const taken = write(shop, {
		statements: [
			db.update(products).set({ description: "Changed." }),
			db.update(products).set({ quantity: -1 }),
		],
		confirmation: db.select({ id: products.id }).from(products),
		tags: () => ["products"],
	});
	await expect(taken).rejects.toThrow();
	expect([await stock(), shop.edge.tagsToPurge.size]).toEqual([5, 0]);
	expect(await db.$count(products, eq(products.description, "Changed."))).toBe(0);
});
