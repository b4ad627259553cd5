import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { auditLog, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { simulateOutage } from "../../tests/support/outage.ts";
import { createAuditEntry, findEntry } from "./audit.ts";
import { write } from "./write.ts";

/** Creates a product with a stock of 5, and a write that changes the stock from 5 to 7. */
async function createFixture(plan: Parameters<typeof simulateOutage>[0]) {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const [admin, productId] = [await localShop.addAccount("admin"), await localShop.addProduct(5)];
	const context = localShop.createContext(admin, simulateOutage(plan).beforeQuery);
	const audit = createAuditEntry(admin, { action: "stock-set", where: eq(products.quantity, 5) });
	const setStock = () =>
		write(context, {
			audit,
			statements: [
				context.db.update(products).set({ quantity: 7 }).where(eq(products.quantity, 5)),
			],
			confirmWrite: findEntry(context.db, audit),
			tags: ({ subjectId }) => [subjectId],
		});
	const { db } = localShop;
	const readStock = async () => (await db.select().from(products).get())?.quantity;
	return { db, context, productId, setStock, readStock };
}

test.each([
	["before", false],
	["after", true],
])(
	"if D1 fails %s the commit, a write is applied once and returns its audit entry's subject",
	async (_, failAfterCommit) => {
		const { db, context, productId, setStock, readStock } = await createFixture({
			failRoundTrips: 2,
			failAfterCommit,
		});
		expect(await setStock()).toEqual({ subjectId: productId });
		expect(await readStock()).toBe(7);
		expect(await db.$count(auditLog)).toBe(1);
		expect([...context.edgeCache.tagsToPurge]).toEqual([productId]);
	},
);

test("a write changes nothing, logs nothing and purges nothing if its conditions do not hold", async () => {
	const { db, context, setStock, readStock } = await createFixture({ failRoundTrips: 0 });
	await db.update(products).set({ quantity: 6 });
	expect(await setStock()).toBeNull();
	expect([
		await readStock(),
		await db.$count(auditLog),
		context.edgeCache.tagsToPurge.size,
	]).toEqual([6, 0, 0]);
});

test("a statement that violates the schema rolls back the others", async () => {
	const { db, context, readStock } = await createFixture({ failRoundTrips: 0 });
	const invalidWrite = write(context, {
		statements: [
			db.update(products).set({ description: "Changed." }),
			db.update(products).set({ quantity: -1 }),
		],
		confirmWrite: db.select({ id: products.id }).from(products),
		tags: () => ["products"],
	});
	await expect(invalidWrite).rejects.toThrow();
	expect([await readStock(), context.edgeCache.tagsToPurge.size]).toEqual([5, 0]);
	expect(await db.$count(products, eq(products.description, "Changed."))).toBe(0);
});
