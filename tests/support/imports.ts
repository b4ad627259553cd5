import { createId } from "#worker/auth/tokens.ts";
import { importParts, importRows, imports } from "#worker/db/schema.ts";
import type { RunningShop } from "./shop.ts";

type Shop = Pick<RunningShop, "db">;

/** Prepares the statements of `addImport`, for fixtures that batch them with other statements. */
export function prepareImport({ db }: Shop, productId: string) {
	const id = createId();
	const statements = [
		db.insert(imports).values({
			id,
			name: "list.csv",
			state: "ready",
			headings: ["ID", "Price", "EAN"],
			columns: ["id", "price", ""],
			parts: 1,
			checkKey: id,
			updatedAt: new Date(),
			rows: 2,
			errors: 1,
			changed: 1,
		}),
		db
			.insert(importParts)
			.values({ importId: id, part: 0, text: `ID,Price,EAN\n${productId},13.00,1\nnone,1,2\n` }),
		db.insert(importRows).values([
			{
				importId: id,
				row: 1,
				line: 2,
				kind: 3,
				label: "Tool",
				productId,
				next: { priceCents: 1_300 },
				previous: { priceCents: 1_250 },
			},
			{
				importId: id,
				row: 2,
				line: 3,
				kind: 0,
				label: "none",
				issues: [{ column: "id", message: "No tool has this ID." }],
			},
		]),
	] as const;
	return { id, statements };
}

/** Adds an import that was checked but not applied: one row sets the price of the product to $13.00, the other has an error. */
export async function addImport(shop: Shop, productId: string): Promise<string> {
	const { id, statements } = prepareImport(shop, productId);
	await shop.db.batch(statements);
	return id;
}
