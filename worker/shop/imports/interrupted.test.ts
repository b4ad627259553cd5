import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, importRows, imports, products, stockMovements } from "#worker/db/schema.ts";
import { apply, createFixture, img, upload } from "../../../tests/support/local-imports.ts";
import { connectionLost } from "../../../tests/support/outage.ts";
import type { ShopContext } from "../context.ts";
import { applyImport, sweepImports } from "./apply.ts";
import { recheckImport } from "./check.ts";
import { cancelImport } from "./end.ts";
import { listImports, requireImport } from "./read.ts";

test("canceling an import keeps and logs the rows already applied", async () => {
	const { localShop, shop } = await createFixture();
	const text = Array.from({ length: 1_500 }, (_, row) => `N-${row},Bar ${row},A bar,1.00,${img}`);
	const id = await upload(shop, `sku,name,description,price,image\n${text.join("\n")}`);
	let roundTrips = 0;
	const dyingShop = localShop.createContext(shop.account, () => {
		roundTrips += 1;
		if (roundTrips > 4) throw new Error("The Worker died");
	});
	await expect(apply(dyingShop, id), "after the first chunk").rejects.toThrow();
	await cancelImport(shop, id);
	expect(await requireImport(shop, id)).toMatchObject({ state: "canceled", applied: 1_000 });
	expect(await shop.db.$count(products)).toBe(1_000);
	await expect(cancelImport(shop, id)).rejects.toMatchObject({ status: 409 });
	await expect(apply(shop, id)).rejects.toMatchObject({ status: 409 });
	const [entry] = await shop.db.select().from(auditLog);
	expect(entry?.detail).toBe("Canceled: 1000 added, 0 changed, 0 skipped");
});

const createLines = (count: number) => [
	"sku,stock,price,name,description,image",
	...Array.from({ length: count }, (_, index) =>
		index % 2 === 0
			? `P-${index / 2 + 1},110,21.00,,,`
			: `N-${index},5,3.00,Bar ${index},A bar,${img}`,
	),
];

/** Creates an import of two chunks. Of its 1,200 rows, 600 change a product and 600 add one. */
async function createLargeImport() {
	const fixture = await createFixture();
	const { shop } = fixture;
	const values = Array.from({ length: 600 }, (_, index) => ({
		...{
			id: `p${index}`,
			name: `Tool ${index}`,
			partNumber: `P-${index + 1}`,
			description: "Made for one test.",
		},
		...{ priceCents: 1_999, quantity: 100, minimum: 1, img },
	}));
	for (let at = 0; at < 600; at += 100)
		await shop.db.insert(products).values(values.slice(at, at + 100));
	const id = await upload(shop, createLines(1_200).join("\n"));
	return { ...fixture, id };
}

/** Expects every row to be applied once, so that each changed stock has grown by 10 and each new product exists once. */
async function expectAppliedOnce({ shop, id }: { shop: ShopContext; id: string }) {
	expect(await requireImport(shop, id)).toMatchObject({
		state: "done",
		applied: 1_200,
		skipped: 0,
	});
	expect(await shop.db.$count(products)).toBe(1_200);
	expect(await shop.db.$count(products, eq(products.quantity, 110))).toBe(600);
	expect(await shop.db.$count(products, eq(products.priceCents, 2_100))).toBe(600);
	expect(await shop.db.$count(auditLog, eq(auditLog.action, "products-imported"))).toBe(1);
	expect(await shop.db.$count(stockMovements, eq(stockMovements.reason, "import"))).toBe(1_200);
	expect(await shop.db.$count(stockMovements, eq(stockMovements.reason, "unknown"))).toBe(0);
}

test("applies each row exactly once if the Worker dies before or after any round trip", async () => {
	let roundTrips = 1;
	for (let at = 0; at < roundTrips; at += 1) {
		for (const moment of ["before", "after"]) {
			const fixture = await createLargeImport();
			const { shop, localShop, id } = fixture;
			let count = 0;
			let isDead = false;
			const dyingShop = localShop.createContext(shop.account, () => {
				const isTarget = count === at;
				count += 1;
				if (isDead || (isTarget && moment === "before")) {
					isDead = true;
					throw new Error("The Worker died");
				}
				return () => {
					if (!isTarget) return;
					isDead = true;
					throw new Error("The Worker died");
				};
			});
			await applyImport(dyingShop, id, { budgetMs: 60_000 }).catch(() => undefined);
			expect(isDead).toBe(true);
			if (at === 0 && moment === "before") {
				const uninterrupted = await createLargeImport();
				let roundTripCount = 0;
				const countingShop = uninterrupted.localShop.createContext(
					uninterrupted.shop.account,
					() => {
						roundTripCount += 1;
					},
				);
				await applyImport(countingShop, uninterrupted.id, { budgetMs: 60_000 });
				roundTrips = roundTripCount;
			}
			// The sweep continues the import unless it had not begun.
			const later = new Date(Date.now() + 120_000);
			await sweepImports(localShop.anonymousContext, later);
			const { state } = await requireImport(shop, id);
			if (state === "ready") await apply(shop, id);
			await expectAppliedOnce(fixture);
		}
	}
	expect(roundTrips).toBeGreaterThan(5);
}, 60_000);

test("applies each row once even if D1's responses are lost while two admins apply the import", async () => {
	const fixture = await createLargeImport();
	const { shop, localShop, id } = fixture;
	let count = 0;
	const flakyShop = localShop.createContext(shop.account, () => {
		count += 1;
		if (count % 3 > 0) return;
		return () => {
			throw new Error(connectionLost);
		};
	});
	const otherAdminShop = localShop.createContext(await localShop.addAccount("admin"));
	await Promise.all([apply(flakyShop, id), apply(otherAdminShop, id)]);
	await expectAppliedOnce(fixture);
});

test("an interrupted comparison can be repeated, but not an interrupted upload", async () => {
	const { localShop, shop } = await createFixture();
	await localShop.addProduct(1);
	const text = createLines(1_200).join("\n");
	const createDyingShop = (roundTripsMax: number) => {
		let roundTrips = 0;
		return localShop.createContext(shop.account, () => {
			roundTrips += 1;
			if (roundTrips > roundTripsMax) throw new Error("The Worker died");
		});
	};
	await expect(upload(createDyingShop(1), text, "incomplete.csv")).rejects.toThrow();
	await expect(upload(createDyingShop(5), text, "complete.csv")).rejects.toThrow();
	const list = await listImports(shop);
	const findId = (fileName: string) => list.find(({ name }) => name === fileName)?.id ?? "";
	const [complete, incomplete] = [findId("complete.csv"), findId("incomplete.csv")];
	await expect(apply(shop, complete)).rejects.toMatchObject({ status: 409 });
	await recheckImport(shop, complete);
	expect(await requireImport(shop, complete)).toMatchObject({ state: "ready", rows: 1_200 });
	await expect(recheckImport(shop, incomplete)).rejects.toMatchObject({ status: 409 });
});

test("imports are deleted after a month, even while an older one is being applied", async () => {
	const { localShop, shop } = await createFixture();
	await localShop.addProduct(1);
	const [applying, old, recent] = [
		await upload(shop, createLines(2).join("\n"), "applying.csv"),
		await upload(shop, createLines(2).join("\n"), "old.csv"),
		await upload(shop, createLines(2).join("\n"), "recent.csv"),
	];
	const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
	const updateImport = (id: string, values: Partial<typeof imports.$inferInsert>) =>
		shop.db.update(imports).set(values).where(eq(imports.id, id));
	await updateImport(applying, { state: "applying", createdAt: daysAgo(40) });
	await updateImport(old, { createdAt: daysAgo(31) });
	await updateImport(recent, { createdAt: daysAgo(29) });
	await sweepImports(localShop.anonymousContext, new Date());
	const remaining = await listImports(shop);
	expect(remaining.map(({ name }) => name)).toEqual(["recent.csv", "applying.csv"]);
});

test("an import that is canceled just before its rows are applied stays canceled", async () => {
	const { localShop, shop } = await createFixture();
	const id = await upload(shop, `sku,name,description,price,image\nN-1,Bar,A bar,1.00,${img}`);
	let hasCanceled = false;
	const hookedShop = localShop.createContext(shop.account, async (statements) => {
		if (hasCanceled || !statements.some((sql) => sql.startsWith('insert into "products"'))) return;
		hasCanceled = true;
		await cancelImport(shop, id);
	});
	expect(await apply(hookedShop, id)).toMatchObject({ state: "canceled", applied: 0 });
	expect(await shop.db.$count(products)).toBe(0);
});

test("applying an import advances no other import that is being applied", async () => {
	const { shop } = await createFixture();
	const uploadRow = (number: string) =>
		upload(shop, `sku,name,description,price,image\n${number},Bar,A bar,1.00,${img}`);
	const [first, second] = [await uploadRow("N-1"), await uploadRow("N-2")];
	await applyImport(shop, first, { budgetMs: 0 });
	expect(await apply(shop, second)).toMatchObject({ state: "done", applied: 1 });
	expect(await requireImport(shop, first)).toMatchObject({ state: "applying", position: 0 });
	expect(await shop.db.select().from(auditLog)).toMatchObject([{ subjectId: second }]);
	expect(await apply(shop, first)).toMatchObject({ state: "done", applied: 1 });
	expect(await shop.db.$count(products)).toBe(2);
});

test("an import that is canceled while it is compared stays canceled", async () => {
	const { localShop, shop } = await createFixture();
	const id = await upload(shop, `sku,name,description,price,image\nN-1,Bar,A bar,1.00,${img}`);
	const hookedShop = localShop.createContext(shop.account, async (statements) => {
		if (statements.some((sql) => sql.startsWith('insert into "import_rows"')))
			await cancelImport(shop, id);
	});
	await recheckImport(hookedShop, id);
	expect(await requireImport(shop, id)).toMatchObject({ state: "canceled" });
});

test("a comparison that starts after the import is applied deletes none of its rows", async () => {
	const { localShop, shop } = await createFixture();
	const id = await upload(shop, `sku,name,description,price,image\nN-1,Bar,A bar,1.00,${img}`);
	const hookedShop = localShop.createContext(shop.account, async (statements) => {
		if (statements.some((sql) => sql.startsWith('delete from "import_rows"')))
			await applyImport(shop, id, { budgetMs: 0 });
	});
	await recheckImport(hookedShop, id);
	expect(await requireImport(shop, id)).toMatchObject({ state: "applying", position: 0 });
	expect(await shop.db.$count(importRows)).toBe(1);
});
