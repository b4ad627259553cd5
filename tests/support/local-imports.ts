import { asc, eq } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { importKindNames } from "#contract/imports.ts";
import { importRows, products } from "#worker/db/schema.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { applyImport } from "#worker/shop/imports/apply.ts";
import { createImport } from "#worker/shop/imports/check.ts";
import { createLocalShop, type LocalShop } from "./local-shop.ts";

/** A picture that is deployed with the shop. */
export const img = "/pictures/pliers-800.webp";

export type Fixture = { localShop: LocalShop; adminContext: ShopContext };

export async function createFixture(): Promise<Fixture> {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	return { localShop, adminContext: localShop.createContext(await localShop.addAccount("admin")) };
}

export const upload = (shop: ShopContext, text: string, name = "list.csv") =>
	createImport(shop, { name, bytes: new TextEncoder().encode(text) });

export const apply = (shop: ShopContext, id: string) => applyImport(shop, id, { budgetMs: 60_000 });

/** Adds products with the part numbers P-1 to P-`count`, each with 100 pieces in stock. */
export async function addProducts(
	{ localShop, adminContext }: Fixture,
	count: number,
): Promise<string[]> {
	const ids: string[] = [];
	for (let index = 1; index <= count; index += 1) {
		const id = await localShop.addProduct(100);
		await adminContext.db
			.update(products)
			.set({ partNumber: `P-${index}` })
			.where(eq(products.id, id));
		ids.push(id);
	}
	return ids;
}

export const readProduct = async ({ adminContext }: Fixture, id: string) =>
	adminContext.db.select().from(products).where(eq(products.id, id)).get();

/** Returns the line, kind, new values, and messages of each row of an import. */
export async function readRows({ adminContext }: Fixture, id: string) {
	const rows = await adminContext.db
		.select()
		.from(importRows)
		.where(eq(importRows.importId, id))
		.orderBy(asc(importRows.row));
	return rows.map(({ line, kind, next, issues }) => ({
		line,
		kind: importKindNames[kind],
		next,
		messages: issues.map(({ column, message }) => `${column}: ${message}`),
	}));
}
