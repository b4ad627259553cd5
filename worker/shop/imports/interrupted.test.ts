import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, importRows, imports, products, stockMovements } from "#worker/db/schema.ts";
import { createReusable } from "../../../tests/model/round-trip-hook.ts";
import {
	apply,
	createFixture,
	type Fixture,
	img,
	upload,
} from "../../../tests/support/local-imports.ts";
import { connectionLost } from "../../../tests/support/outage.ts";
import { applyImport, sweepImports } from "./apply.ts";
import { recheckImport } from "./check.ts";
import { cancelImport } from "./end.ts";
import { listImports, requireImport } from "./read.ts";

test("canceling an import keeps and logs the rows already applied", async () => {
	const { localShop, adminContext } = await createFixture();
	const text = Array.from({ length: 1_500 }, (_, row) => `N-${row},Bar ${row},A bar,1.00,${img}`);
	const id = await upload(adminContext, `sku,name,description,price,image\n${text.join("\n")}`);
	let roundTrips = 0;
	const dyingContext = localShop.createContext(adminContext.account, () => {
		roundTrips += 1;
		if (roundTrips > 4) throw new Error("The Worker died");
	});
	await expect(apply(dyingContext, id), "after the first chunk").rejects.toThrow();
	await cancelImport(adminContext, id);
	expect(await requireImport(adminContext, id)).toMatchObject({
		state: "canceled",
		applied: 1_000,
	});
	expect(await adminContext.db.$count(products)).toBe(1_000);
	await expect(cancelImport(adminContext, id)).rejects.toMatchObject({ status: 409 });
	await expect(apply(adminContext, id)).rejects.toMatchObject({ status: 409 });
	const [entry] = await adminContext.db.select().from(auditLog);
	expect(entry?.detail).toBe("Canceled: 1000 added, 0 changed, 0 skipped");
});

const createLines = (roundTripIndex: number) => [
	"sku,stock,price,name,description,image",
	...Array.from({ length: roundTripIndex }, (_, index) =>
		index % 2 === 0
			? `P-${index / 2 + 1},110,21.00,,,`
			: `N-${index},5,3.00,Bar ${index},A bar,${img}`,
	),
];

/** Creates an import of two chunks. Of its 1,200 rows, 600 change a product and 600 add one. */
async function createLargeImport() {
	const fixture = await createFixture();
	const { adminContext } = fixture;
	const values = Array.from({ length: 600 }, (_, index) => ({
		id: `p${index}`,
		name: `Tool ${index}`,
		partNumber: `P-${index + 1}`,
		description: "Made for one test.",
		priceCents: 1_999,
		quantity: 100,
		minimum: 1,
		img,
	}));
	for (let start = 0; start < 600; start += 100)
		await adminContext.db.insert(products).values(values.slice(start, start + 100));
	const id = await upload(adminContext, createLines(1_200).join("\n"));
	return { ...fixture, id };
}

/** Expects every row to be applied once, so that each changed stock has grown by 10 and each new product exists once. */
async function expectAppliedOnce({ adminContext, id }: Fixture & { id: string }) {
	expect(await requireImport(adminContext, id)).toMatchObject({
		state: "done",
		applied: 1_200,
		skipped: 0,
	});
	expect(await adminContext.db.$count(products)).toBe(1_200);
	expect(await adminContext.db.$count(products, eq(products.quantity, 110))).toBe(600);
	expect(await adminContext.db.$count(products, eq(products.priceCents, 2_100))).toBe(600);
	expect(await adminContext.db.$count(auditLog, eq(auditLog.action, "products-imported"))).toBe(1);
	expect(await adminContext.db.$count(stockMovements, eq(stockMovements.reason, "import"))).toBe(
		1_200,
	);
	expect(await adminContext.db.$count(stockMovements, eq(stockMovements.reason, "unknown"))).toBe(
		0,
	);
}

test("applies each row exactly once if the Worker dies before or after any round trip", async () => {
	const { reset } = await createReusable(createLargeImport);
	const { localShop, adminContext, id } = reset();
	let roundTripCount = 0;
	const countingContext = localShop.createContext(adminContext.account, () => {
		roundTripCount += 1;
	});
	await apply(countingContext, id);
	expect(roundTripCount).toBeGreaterThan(5);
	for (let killedRoundTrip = 0; killedRoundTrip < roundTripCount; killedRoundTrip += 1) {
		for (const moment of ["before", "after"]) {
			const fixture = reset();
			let roundTripIndex = 0;
			let isDead = false;
			const dyingContext = localShop.createContext(adminContext.account, () => {
				const isTarget = roundTripIndex === killedRoundTrip;
				roundTripIndex += 1;
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
			await apply(dyingContext, id).catch(() => undefined);
			expect(isDead).toBe(true);
			// The sweep continues the import unless it had not begun.
			await sweepImports(localShop.anonymousContext, new Date(Date.now() + 120_000));
			const { state } = await requireImport(adminContext, id);
			if (state === "ready") await apply(adminContext, id);
			await expectAppliedOnce(fixture);
		}
	}
});

test("applies each row once even if D1's responses are lost while two admins apply the import", async () => {
	const fixture = await createLargeImport();
	const { adminContext, localShop, id } = fixture;
	let roundTripIndex = 0;
	const flakyContext = localShop.createContext(adminContext.account, () => {
		roundTripIndex += 1;
		if (roundTripIndex % 3 > 0) return;
		return () => {
			throw new Error(connectionLost);
		};
	});
	const otherAdminContext = localShop.createContext(await localShop.addAccount("admin"));
	await Promise.all([apply(flakyContext, id), apply(otherAdminContext, id)]);
	await expectAppliedOnce(fixture);
});

test("an interrupted comparison can be repeated, but not an interrupted upload", async () => {
	const { localShop, adminContext } = await createFixture();
	await localShop.addProduct(1);
	const text = createLines(1_200).join("\n");
	const createDyingContext = (roundTripsMax: number) => {
		let roundTrips = 0;
		return localShop.createContext(adminContext.account, () => {
			roundTrips += 1;
			if (roundTrips > roundTripsMax) throw new Error("The Worker died");
		});
	};
	await expect(upload(createDyingContext(1), text, "incomplete.csv")).rejects.toThrow();
	await expect(upload(createDyingContext(5), text, "complete.csv")).rejects.toThrow();
	const list = await listImports(adminContext);
	const findId = (fileName: string) => list.find(({ name }) => name === fileName)?.id ?? "";
	const [completeId, incompleteId] = [findId("complete.csv"), findId("incomplete.csv")];
	await expect(apply(adminContext, completeId)).rejects.toMatchObject({ status: 409 });
	await recheckImport(adminContext, completeId);
	expect(await requireImport(adminContext, completeId)).toMatchObject({
		state: "ready",
		rows: 1_200,
	});
	await expect(recheckImport(adminContext, incompleteId)).rejects.toMatchObject({ status: 409 });
});

test("imports are deleted after a month, even while an older one is being applied", async () => {
	const { localShop, adminContext } = await createFixture();
	await localShop.addProduct(1);
	const [applyingId, oldId, recentId] = [
		await upload(adminContext, createLines(2).join("\n"), "applying.csv"),
		await upload(adminContext, createLines(2).join("\n"), "old.csv"),
		await upload(adminContext, createLines(2).join("\n"), "recent.csv"),
	];
	const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
	const updateImport = (id: string, values: Partial<typeof imports.$inferInsert>) =>
		adminContext.db.update(imports).set(values).where(eq(imports.id, id));
	await updateImport(applyingId, { state: "applying", createdAt: daysAgo(40) });
	await updateImport(oldId, { createdAt: daysAgo(31) });
	await updateImport(recentId, { createdAt: daysAgo(29) });
	await sweepImports(localShop.anonymousContext, new Date());
	const remaining = await listImports(adminContext);
	expect(remaining.map(({ name }) => name)).toEqual(["recent.csv", "applying.csv"]);
});

test.each([
	["its rows are applied", 'insert into "products"'],
	["it is started", 'update "imports"'],
])("an import that is canceled just before %s stays canceled", async (_, statement) => {
	const { localShop, adminContext } = await createFixture();
	const id = await upload(
		adminContext,
		`sku,name,description,price,image\nN-1,Bar,A bar,1.00,${img}`,
	);
	let hasCanceled = false;
	const racingContext = localShop.createContext(adminContext.account, async (statements) => {
		if (hasCanceled || !statements.some((sql) => sql.startsWith(statement))) return;
		hasCanceled = true;
		await cancelImport(adminContext, id);
	});
	expect(await apply(racingContext, id)).toMatchObject({ state: "canceled", applied: 0 });
	expect(await adminContext.db.$count(products)).toBe(0);
});

test("applying an import does not advance another import that is being applied", async () => {
	const { adminContext } = await createFixture();
	const uploadRow = (number: string) =>
		upload(adminContext, `sku,name,description,price,image\n${number},Bar,A bar,1.00,${img}`);
	const [firstId, secondId] = [await uploadRow("N-1"), await uploadRow("N-2")];
	await applyImport(adminContext, firstId, { budgetMs: 0 });
	expect(await apply(adminContext, secondId)).toMatchObject({ state: "done", applied: 1 });
	expect(await requireImport(adminContext, firstId)).toMatchObject({
		state: "applying",
		position: 0,
	});
	expect(await adminContext.db.select().from(auditLog)).toMatchObject([{ subjectId: secondId }]);
	expect(await apply(adminContext, firstId)).toMatchObject({ state: "done", applied: 1 });
	expect(await adminContext.db.$count(products)).toBe(2);
});

test("an import that is canceled while its file is compared stays canceled", async () => {
	const { localShop, adminContext } = await createFixture();
	const id = await upload(
		adminContext,
		`sku,name,description,price,image\nN-1,Bar,A bar,1.00,${img}`,
	);
	const racingContext = localShop.createContext(adminContext.account, async (statements) => {
		if (statements.some((sql) => sql.startsWith('insert into "import_rows"')))
			await cancelImport(adminContext, id);
	});
	await recheckImport(racingContext, id);
	expect(await requireImport(adminContext, id)).toMatchObject({ state: "canceled" });
});

test("comparing a file again deletes no rows of an import that is being applied", async () => {
	const { localShop, adminContext } = await createFixture();
	const id = await upload(
		adminContext,
		`sku,name,description,price,image\nN-1,Bar,A bar,1.00,${img}`,
	);
	const racingContext = localShop.createContext(adminContext.account, async (statements) => {
		if (statements.some((sql) => sql.startsWith('delete from "import_rows"')))
			await applyImport(adminContext, id, { budgetMs: 0 });
	});
	await recheckImport(racingContext, id);
	expect(await requireImport(adminContext, id)).toMatchObject({ state: "applying", position: 0 });
	expect(await adminContext.db.$count(importRows)).toBe(1);
});
