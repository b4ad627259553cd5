import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, imports, products, stockMovements } from "#worker/db/schema.ts";
import { apply, createFixture, img, upload } from "../../../tests/support/local-imports.ts";
import { connectionLost } from "../../../tests/support/outage.ts";
import type { Shop } from "../context.ts";
import { applyImport, sweepImports } from "./apply.ts";
import { recheckImport } from "./check.ts";
import { cancelImport } from "./end.ts";
import { listImports, requireImport } from "./read.ts";

test("a canceled import keeps the applied rows, and the audit log counts them", async () => {
	const { local, shop } = await createFixture();
	const text = Array.from({ length: 1_500 }, (_, row) => `N-${row},Bar ${row},A bar,1.00,${img}`);
	const id = await upload(shop, `sku,name,description,price,image\n${text.join("\n")}`);
	let roundTrips = 0;
	const dying = local.createContext(shop.account, () => {
		roundTrips += 1;
		if (roundTrips > 4) throw new Error("The Worker died");
	});
	await expect(apply(dying, id), "after the first chunk").rejects.toThrow();
	await cancelImport(shop, id);
	expect(await requireImport(shop, id)).toMatchObject({ state: "canceled", applied: 1_000 });
	expect(await shop.db.$count(products)).toBe(1_000);
	await expect(cancelImport(shop, id)).rejects.toMatchObject({ status: 409 });
	await expect(apply(shop, id)).rejects.toMatchObject({ status: 409 });
	const [entry] = await shop.db.select().from(auditLog);
	expect(entry?.detail).toBe("Canceled: 1000 added, 0 changed, 0 skipped");
});

const lines = (count: number) => [
	"sku,stock,price,name,description,image",
	...Array.from({ length: count }, (_, index) =>
		index % 2 === 0
			? `P-${index / 2 + 1},110,21.00,,,`
			: `N-${index},5,3.00,Bar ${index},A bar,${img}`,
	),
];

/** Two chunks: 600 products, every second row of 1,200 changes one, and the others add one. */
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
	const id = await upload(shop, lines(1_200).join("\n"));
	return { ...fixture, id };
}

/** Every row is applied once: each changed stock has grown by 10, each new product exists once. */
async function expectAppliedOnce({ shop, id }: { shop: Shop; id: string }) {
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
			const { shop, local, id } = fixture;
			let count = 0;
			let isDead = false;
			const dying = local.createContext(shop.account, () => {
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
			await applyImport(dying, id, { budgetMs: 60_000 }).catch(() => undefined);
			expect(isDead).toBe(true);
			if (at === 0 && moment === "before") {
				const whole = await createLargeImport();
				let all = 0;
				const counting = whole.local.createContext(whole.shop.account, () => {
					all += 1;
				});
				await applyImport(counting, whole.id, { budgetMs: 60_000 });
				roundTrips = all;
			}
			// The sweep continues it, unless nothing had begun.
			const later = new Date(Date.now() + 120_000);
			await sweepImports(local.anonymousContext, later);
			const { state } = await requireImport(shop, id);
			if (state === "ready") await apply(shop, id);
			await expectAppliedOnce(fixture);
		}
	}
	expect(roundTrips).toBeGreaterThan(5);
}, 60_000);

test("applies each row once when D1's responses are lost and when two admins apply the import at the same time", async () => {
	const fixture = await createLargeImport();
	const { shop, local, id } = fixture;
	let count = 0;
	const flaky = local.createContext(shop.account, () => {
		count += 1;
		if (count % 3 > 0) return;
		return () => {
			throw new Error(connectionLost);
		};
	});
	const other = local.createContext(await local.addAccount("admin"));
	await Promise.all([apply(flaky, id), apply(other, id)]);
	await expectAppliedOnce(fixture);
});

test("an import whose comparison was interrupted is compared again, and an incomplete upload is rejected", async () => {
	const { local, shop } = await createFixture();
	await local.addProduct(1);
	const text = lines(1_200).join("\n");
	const die = (at: number) => {
		let count = 0;
		return local.createContext(shop.account, () => {
			count += 1;
			if (count > at) throw new Error("The Worker died");
		});
	};
	await expect(upload(die(1), text, "incomplete.csv")).rejects.toThrow();
	await expect(upload(die(5), text, "complete.csv")).rejects.toThrow();
	const rows = await listImports(shop);
	const complete = rows.find(({ name }) => name === "complete.csv");
	const incomplete = rows.find(({ name }) => name === "incomplete.csv");
	await expect(apply(shop, complete?.id ?? "")).rejects.toMatchObject({ status: 409 });
	await recheckImport(shop, complete?.id ?? "");
	expect(await requireImport(shop, complete?.id ?? "")).toMatchObject({
		state: "ready",
		rows: 1_200,
	});
	await expect(recheckImport(shop, incomplete?.id ?? "")).rejects.toMatchObject({ status: 409 });
});

test("imports are deleted after a month, even while an older one is being applied", async () => {
	const { local, shop } = await createFixture();
	await local.addProduct(1);
	const [applying, old, recent] = [
		await upload(shop, lines(2).join("\n"), "applying.csv"),
		await upload(shop, lines(2).join("\n"), "old.csv"),
		await upload(shop, lines(2).join("\n"), "recent.csv"),
	];
	const date = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
	const set = (id: string, values: Partial<typeof imports.$inferInsert>) =>
		shop.db.update(imports).set(values).where(eq(imports.id, id));
	await set(applying, { state: "applying", createdAt: date(40) });
	await set(old, { createdAt: date(31) });
	await set(recent, { createdAt: date(29) });
	await sweepImports(local.anonymousContext, new Date());
	const left = await listImports(shop);
	expect(left.map(({ name }) => name)).toEqual(["recent.csv", "applying.csv"]);
});

test("an import that is canceled just before its rows are applied stays canceled", async () => {
	const { local, shop } = await createFixture();
	const id = await upload(shop, `sku,name,description,price,image\nN-1,Bar,A bar,1.00,${img}`);
	let hasCanceled = false;
	const hooked = local.createContext(shop.account, async (statements) => {
		if (hasCanceled || !statements.some((sql) => sql.startsWith('insert into "products"'))) return;
		hasCanceled = true;
		await cancelImport(shop, id);
	});
	expect(await apply(hooked, id)).toMatchObject({ state: "canceled", applied: 0 });
	expect(await shop.db.$count(products)).toBe(0);
});
