import { and, eq, not, type SQL, sql } from "drizzle-orm";
import { fieldError, ShopError } from "#contract/errors.ts";
import { galleryMax } from "#contract/limits.ts";
import { invalid } from "#contract/messages.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { products } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { toImagePath } from "../images/store.ts";
import { changeEditableProduct, requireEditableProduct } from "./edit.ts";

const hasPicture = (url: string) =>
	sql`exists (select 1 from json_each(${products.gallery}) where value = ${url})`;

type Change = { gallery: SQL; condition: SQL | undefined; detail: string };

const changeGallery = (
	shop: ShopContext,
	id: string,
	{ gallery, condition, detail }: Change,
): Promise<boolean> =>
	changeEditableProduct(shop, id, {
		condition,
		detail,
		statement: (where) =>
			shop.db
				.update(products)
				.set({ gallery })
				.where(and(eq(products.id, id), condition, where)),
	});

/** @throws ShopError 401, 403 or 404; 400 if the gallery would have too many pictures */
export async function requireGalleryRoom(shop: ShopContext, id: string, newPictureCount: number) {
	requireCapability(shop, "products:write");
	const { gallery } = await requireEditableProduct(shop, id);
	if (gallery.length + newPictureCount > galleryMax) throw fieldError("pictures", invalid.gallery);
}

/**
 * Does nothing if the gallery already contains the picture.
 * @throws ShopError 401, 403 or 404; 400 if the gallery is full
 */
export async function addPicture(shop: ShopContext, id: string, pictureUrl: string): Promise<void> {
	const url = toImagePath(shop, pictureUrl);
	const isAdded = await changeGallery(shop, id, {
		gallery: sql`json_insert(${products.gallery}, '$[#]', ${url})`,
		condition: and(
			not(hasPicture(url)),
			sql`json_array_length(${products.gallery}) < ${galleryMax}`,
		),
		detail: "Picture added",
	});
	if (isAdded) return;
	const product = await requireEditableProduct(shop, id);
	if (!product.gallery.includes(url)) throw fieldError("pictures", invalid.gallery);
}

/** @throws ShopError 401 or 403; 404 if the product or the picture does not exist */
export async function removePicture(shop: ShopContext, id: string, url: string): Promise<void> {
	const isRemoved = await changeGallery(shop, id, {
		gallery: sql`(select json_group_array(value) from json_each(${products.gallery}) where value <> ${url})`,
		condition: hasPicture(url),
		detail: `Picture removed: ${url}`,
	});
	if (isRemoved) return;
	await requireEditableProduct(shop, id);
	throw new ShopError("image_not_found");
}
