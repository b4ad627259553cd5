import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#worker/db/schema.ts";
import {
	addProducts,
	createFixture,
	img,
	readRows,
	upload,
} from "../../../tests/support/local-imports.ts";

test("rejects a part number whose leading zeros a spreadsheet has removed", async () => {
	const fixture = await createFixture();
	const [firstId = "", secondId = "", thirdId = ""] = await addProducts(fixture, 3);
	const setPartNumber = (id: string, partNumber: string) =>
		fixture.adminContext.db.update(products).set({ partNumber }).where(eq(products.id, id));
	await setPartNumber(firstId, "000012");
	await setPartNumber(secondId, "13");
	await setPartNumber(thirdId, "00000000015");
	const text = `id,part number,price\n${firstId},12,20\n${secondId},14,20\n${thirdId},15,20`;
	const id = await upload(fixture.adminContext, text);
	expect(await readRows(fixture, id)).toMatchObject([
		{ kind: "error", messages: [expect.stringContaining("removed the zeros")] },
		{ kind: "changed", next: { partNumber: "14" } },
		{ kind: "error", messages: [expect.stringContaining("removed the zeros")] },
	]);
	// Rows without an ID, in a list of prices and in one with all that a new tool needs.
	for (const columns of ["price\n", `price,name,description,image\n`]) {
		const values = columns === "price\n" ? "20" : `20,Bar,A bar,${img}`;
		const list = `part number,${columns}12,${values}\n013,${values}\n13,${values}\n000012,${values}`;
		const rows = await readRows(fixture, await upload(fixture.adminContext, list));
		expect(rows).toMatchObject([
			{ kind: "error", messages: [expect.stringMatching(/^partNumber: The shop has 000012/)] },
			{ kind: columns === "price\n" ? "unmatched" : "new" },
			{ kind: "changed" },
			{ kind: "changed" },
		]);
	}
});
