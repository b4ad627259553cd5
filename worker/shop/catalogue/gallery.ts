import { and, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import { fieldError } from "#contract/errors.ts";
import { galleryMax } from "#contract/limits.ts";
import { invalid } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { retry, retryWrite } from "#worker/db/retry.ts";
import { products } from "#worker/db/schema.ts";
import { auditLine } from "../audit.ts";
import { productTag } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { toImagePath } from "../images/store.ts";
import { requireDone, requireRow } from "../written.ts";
import { requireProduct } from "./read.ts";

const { gallery } = products;
const isListed = (id: string) => and(eq(products.id, id), isNull(products.deletedAt));
const holds = (url: string) =>
	sql`exists (select 1 from json_each(${gallery}) where value = ${url})`;

const lineOf = (shop: Shop, admin: Account, where: SQL | undefined, detail: string) =>
	auditLine(shop, admin, {
		action: "product-updated",
		table: products,
		where,
		subjectId: products.id,
		subject: products.name,
		detail: sql`${detail}`,
	});

/** Does nothing where the picture stands there already, or there is no room. */
const append = ({ db }: Shop, id: string, url: string) =>
	db
		.update(products)
		.set({
			gallery: sql`case when json_array_length(${gallery}) >= ${galleryMax} or ${holds(url)}
				then ${gallery} else json_insert(${gallery}, '$[#]', ${url}) end`,
		})
		.where(isListed(id))
		.returning({ gallery });

/** @throws ShopError 401, 403, 404, 400 when there is no room for so many more pictures */
export async function requireRoom(shop: Shop, id: string, pictures: number): Promise<void> {
	requireCapability(shop, "products:write");
	const product = await requireProduct(shop, id);
	if (product.gallery.length + pictures > galleryMax) throw fieldError("pictures", invalid.gallery);
}

/**
 * Puts a picture behind those that a product has, unless it is among them.
 * @param address its address
 * @throws ShopError 401, 403, 404, 400 when there is no room for it
 */
export async function addPicture(shop: Shop, id: string, address: string): Promise<void> {
	const admin = requireCapability(shop, "products:write");
	const url = toImagePath(shop, address);
	const line = lineOf(shop, admin, and(isListed(id), not(holds(url))), "Picture added");
	const [, rows] = await retry(() => shop.db.batch([line, append(shop, id, url)]));
	const row = requireRow(rows, "product_not_found");
	if (!row.gallery.includes(url)) throw fieldError("pictures", invalid.gallery);
	shop.purge([productTag(id)]);
}

/** Takes a picture from a product's gallery. @throws ShopError 401, 403, 404 when the product or the picture is not there */
export async function removePicture(shop: Shop, id: string, url: string): Promise<void> {
	const admin = requireCapability(shop, "products:write");
	const line = lineOf(shop, admin, and(isListed(id), holds(url)), "Picture removed");
	const remaining = sql`(select json_group_array(value) from json_each(${gallery}) where value <> ${url})`;
	const remove = shop.db
		.update(products)
		.set({ gallery: remaining })
		.where(and(isListed(id), holds(url)))
		.returning({ id: products.id });
	const { result, again } = await retryWrite(() => shop.db.batch([line, remove]));
	if (result[1].length === 0) await requireProduct(shop, id);
	await requireDone({ result: result[1], again }, "image_not_found");
	shop.purge([productTag(id)]);
}
