import { and, eq, isNull } from "drizzle-orm";
import { products } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/** @returns the address of a product's main picture; null when it is no longer sold */
export async function pictureOf({ db }: Shop, id: string): Promise<string | null> {
	const listed = and(eq(products.id, id), isNull(products.deletedAt));
	const row = await db.select({ img: products.img }).from(products).where(listed).get();
	return row?.img ?? null;
}
