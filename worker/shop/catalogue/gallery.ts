import { and, eq, isNull, sql } from "drizzle-orm";
import { fieldError } from "#contract/errors.ts";
import { galleryMax } from "#contract/limits.ts";
import { failure, invalid } from "#contract/messages.ts";
import { requireAdmin } from "#worker/auth/guards.ts";
import { retry } from "#worker/db/retry.ts";
import { products } from "#worker/db/schema.ts";
import { productTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { missing, requireRow } from "../written.ts";
import { requireProduct } from "./read.ts";

const gallery = products.gallery;

/** Does nothing where the picture stands there already, or there is no room. */
const append = ({ db }: Shop, id: string, url: string) =>
	db
		.update(products)
		.set({
			gallery: sql`case when json_array_length(${gallery}) >= ${galleryMax}
				or exists (select 1 from json_each(${gallery}) where value = ${url})
				then ${gallery} else json_insert(${gallery}, '$[#]', ${url}) end`,
		})
		.where(and(eq(products.id, id), isNull(products.deletedAt)))
		.returning({ gallery });

/** @throws ShopError 401, 403, 404, 400 when there is no room for so many more pictures */
export async function requireRoom(shop: Shop, id: string, pictures: number): Promise<void> {
	requireAdmin(shop);
	const product = await requireProduct(shop, id);
	if (product.gallery.length + pictures > galleryMax) throw fieldError("pictures", invalid.gallery);
}

/**
 * Puts pictures behind those that a product has.
 * @param urls their addresses
 * @throws ShopError 401, 403, 404, 400 when there is no room for all of them
 */
export async function addPictures(shop: Shop, id: string, urls: string[]): Promise<void> {
	await requireRoom(shop, id, urls.length);
	for (const url of urls) {
		const row = requireRow(
			await retry(() => append(shop, id, url)),
			missing(failure.productNotFound),
		);
		if (!row.gallery.includes(url)) throw fieldError("pictures", invalid.gallery);
	}
	await shop.purge(productTags(id));
}

/** Takes a picture from a product's gallery, if it is there. @throws ShopError 401, 403, 404 */
export async function removePicture(shop: Shop, id: string, url: string): Promise<void> {
	requireAdmin(shop);
	const remove = () =>
		shop.db
			.update(products)
			.set({
				gallery: sql`(select json_group_array(value) from json_each(${gallery}) where value <> ${url})`,
			})
			.where(and(eq(products.id, id), isNull(products.deletedAt)))
			.returning({ id: products.id });
	requireRow(await retry(remove), missing(failure.productNotFound));
	await shop.purge(productTags(id));
}
