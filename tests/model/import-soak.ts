import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { products } from "#worker/db/schema.ts";
import { createAdmin } from "../support/accounts.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const rowsPerInsert = 2_000;
const responseSchema = v.object({ _id: v.string(), state: v.string(), applied: v.number() });

/** Adds `count` products, with part numbers from P-0 and 100 pieces each. */
async function addProducts(shop: Awaited<ReturnType<typeof startShop>>, count: number) {
	for (let start = 0; start < count; start += rowsPerInsert) {
		const numbers = Array.from(
			{ length: Math.min(rowsPerInsert, count - start) },
			(_, index) => start + index,
		);
		await shop.db.run(sql`insert into products (id, name, part_number, description, price_cents, quantity, minimum, img)
			select 'soak' || value, 'Tool ' || value, 'P-' || value, 'Made for one test.', 1999, 100, 1, '/pictures/pliers-800.webp'
			from json_each(${JSON.stringify(numbers)})`);
	}
}

const createCsv = (rowCount: number): string =>
	[
		"Part number,Price,Stock,Name,Description,Image",
		...Array.from({ length: rowCount }, (_, row) =>
			row % 2 === 0
				? `P-${row / 2},21.00,110,,,`
				: `N-${row},3.00,5,Bar ${row},"A bar of tempered steel, ${row} mm long",/pictures/pliers-800.webp`,
		),
	].join("\r\n");

/** Imports a file over HTTP. Every other row changes the price and stock of a product; the others add a product. */
export async function importOverHttp(rowCount: number) {
	const shop = await startShop({ isolated: true });
	try {
		const admin = await createAdmin(shop);
		await addProducts(shop, rowCount / 2);
		const readImport = async (response: Response) => v.parse(responseSchema, await response.json());
		const startedAt = performance.now();
		const headers = { "Content-Type": "text/csv" };
		let importState = await readImport(
			await admin.fetch("/imports", { method: "POST", headers, body: createCsv(rowCount) }),
		);
		const comparedAt = performance.now();
		do {
			importState = await readImport(
				await admin.fetch(`/imports/${importState._id}/apply`, createJsonInit({}, "POST")),
			);
		} while (importState.state === "applying");
		const appliedAt = performance.now();
		const changed = await shop.db.$count(products, eq(products.quantity, 110));
		const added = await shop.db.$count(products, eq(products.quantity, 5));
		if (changed + added !== rowCount || importState.applied !== rowCount)
			throw new Error(`${changed} changed and ${added} added of ${rowCount} rows`);
		return {
			rows: rowCount,
			secondsToCompare: Math.round((comparedAt - startedAt) / 100) / 10,
			secondsToApply: Math.round((appliedAt - comparedAt) / 100) / 10,
		};
	} finally {
		await shop.stop();
	}
}
