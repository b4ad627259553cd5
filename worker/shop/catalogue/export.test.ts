import { expect, onTestFinished, test } from "vitest";
import { readCsv, unescapeCsvCell } from "#contract/csv.ts";
import { type ProductFilters, productFilters } from "#contract/product-filters.ts";
import { createId } from "#worker/auth/tokens.ts";
import { auditLog, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { exportProducts } from "./export.ts";

async function createFixture(count: number) {
	const local = createLocalShop();
	onTestFinished(local.close);
	const shop = local.createContext(await local.addAccount("admin"));
	const rows = Array.from({ length: count }, (_, index) => ({
		id: createId(),
		name: index % 2 === 0 ? `=Jack ${index}` : `Pliers, ${index}" long`,
		partNumber: index % 3 === 0 ? `P-${index}` : null,
		description: "Lifts.\n-5 °C is fine; '=so it says.",
		...{
			priceCents: 100 + index,
			quantity: index % 5,
			minimum: 2,
			img: "/pictures/pliers-800.webp",
		},
		category: index % 2 === 0 ? ("lifting" as const) : ("hand-tools" as const),
		// Several rows share a time, at the end of a page too.
		createdAt: new Date(Math.floor(index / 7)),
	}));
	for (let at = 0; at < count; at += 100) {
		await shop.db.insert(products).values(rows.slice(at, at + 100));
	}
	const read = async (filters: ProductFilters = {}) =>
		new Response(await exportProducts(shop, filters)).text();
	return { shop, rows, read };
}

test("exports every product once, as it is stored, over several pages", async () => {
	const { shop, rows, read } = await createFixture(1_050);
	const text = await read();
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
			...[id, partNumber ?? "", name, description],
			...[(priceCents / 100).toFixed(2), String(quantity)],
		]),
	);
	expect(await read(), "a second export has the same bytes").toBe(text);
	expect(await shop.db.select().from(auditLog)).toHaveLength(2);
});

test.each([
	[{ category: "lifting" }, ({ category }) => category === "lifting"],
	[{ stock: "out" }, ({ quantity }) => quantity < 2],
	[{ search: "p-1" }, ({ partNumber }) => partNumber?.startsWith("P-1") === true],
] as [
	ProductFilters,
	(row: { category: string; quantity: number; partNumber: string | null }) => boolean,
][])("exports only the products that match %o", async (filters, matches) => {
	const { rows, read } = await createFixture(40);
	const [, ...records] = [...readCsv(await read(filters), ",")];
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
	"the filter %s=%s leaves products out, and the audit log names it",
	async (name, choice, label) => {
		const { shop, rows, read } = await createFixture(10);
		const [, ...records] = [...readCsv(await read({ [name]: choice }), ",")];
		expect(records.length).toBeLessThan(rows.length);
		const [entry] = await shop.db.select().from(auditLog);
		expect(entry?.detail).toMatch(new RegExp(`^${label}: \\w`));
	},
);
