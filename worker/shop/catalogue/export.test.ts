import { expect, onTestFinished, test } from "vitest";
import { readCsv, unescapeCsvCell } from "#contract/csv.ts";
import { type ProductFilters, productFilters } from "#contract/product-filters.ts";
import { createId } from "#worker/auth/tokens.ts";
import { auditLog, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { exportProducts } from "./export.ts";

async function createFixture(productCount: number) {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const adminContext = localShop.createContext(await localShop.addAccount("admin"));
	const rows = Array.from({ length: productCount }, (_, index) => ({
		id: createId(),
		name: index % 2 === 0 ? `=Jack ${index}` : `Pliers, ${index}" long`,
		partNumber: index % 3 === 0 ? `P-${index}` : null,
		description: "Lifts.\n-5 °C is fine; '=so it says.",
		priceCents: 100 + index,
		quantity: index % 5,
		minimum: 2,
		img: "/pictures/pliers-800.webp",
		category: index % 2 === 0 ? ("lifting" as const) : ("hand-tools" as const),
		// Several rows share a time, including the last row of one query and the first row of the next.
		createdAt: new Date(Math.floor(index / 7)),
	}));
	for (let start = 0; start < productCount; start += 100) {
		await adminContext.db.insert(products).values(rows.slice(start, start + 100));
	}
	const readExport = async (filters: ProductFilters = {}) =>
		new Response(await exportProducts(adminContext, filters)).text();
	return { adminContext, rows, readExport };
}

test("exports each product exactly once, even if that takes several queries", async () => {
	const { adminContext, rows, readExport } = await createFixture(1_050);
	const text = await readExport();
	const [header, ...records] = Array.from(readCsv(text, ","), ({ cells }) =>
		cells.map(unescapeCsvCell),
	);
	expect(header?.slice(0, 6)).toEqual([
		"ID",
		"Part number",
		"Name",
		"Description",
		"Price",
		"Stock",
	]);
	const sorted = rows.toSorted(
		(a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
	);
	expect(records.map((cells) => cells.slice(0, 6))).toEqual(
		sorted.map(({ id, partNumber, name, description, priceCents, quantity }) => [
			id,
			partNumber ?? "",
			name,
			description,
			(priceCents / 100).toFixed(2),
			String(quantity),
		]),
	);
	expect(await readExport(), "a second export has the same bytes").toBe(text);
	expect(await adminContext.db.select().from(auditLog)).toHaveLength(2);
});

test.each([
	[{ category: "lifting" }, ({ category }) => category === "lifting"],
	[{ stock: "out" }, ({ quantity }) => quantity < 2],
	[{ search: "p-1" }, ({ partNumber }) => partNumber?.startsWith("P-1") === true],
] as [
	ProductFilters,
	(row: { category: string; quantity: number; partNumber: string | null }) => boolean,
][])("exports only the products that match %o", async (filters, matches) => {
	const { rows, readExport } = await createFixture(40);
	const [, ...records] = [...readCsv(await readExport(filters), ",")];
	const expected = rows.filter(matches).map(({ id }) => id);
	expect(records.map(({ cells: [id] }) => id).toSorted()).toEqual(expected.toSorted());
});

test.each(
	Object.entries(productFilters).flatMap(([name, filter]) =>
		Object.keys(filter.choices)
			.slice("all" in filter ? 0 : 1)
			.map((choice) => [name, choice, filter.label]),
	),
)(
	"the filter %s=%s excludes products and is named in the audit log",
	async (name, choice, label) => {
		const { adminContext, rows, readExport } = await createFixture(10);
		const [, ...records] = [...readCsv(await readExport({ [name]: choice }), ",")];
		expect(records.length).toBeLessThan(rows.length);
		const [entry] = await adminContext.db.select().from(auditLog);
		expect(entry?.detail).toMatch(new RegExp(`^${label}: \\w`));
	},
);
