import { and, asc, eq, inArray, like, lt, notExists, or, sql } from "drizzle-orm";
import { listRolesWith } from "#contract/roles.ts";
import {
	images,
	productDocuments,
	productPictures,
	products,
	reviews,
	users,
} from "#worker/db/schema.ts";
import { getUploadTag } from "../cache-tags.ts";
import type { ShopContext } from "../context.ts";
import { importRetentionMs } from "../imports/apply.ts";
import { type SweepResult, sweepEach } from "../sweep-each.ts";

const uploadTtlMs = 24 * 60 * 60 * 1000;
/** Maximum files per run. Each takes at most two calls to R2, and Cloudflare allows 10,000 subrequests for all tasks of the sweep. */
const batchSize = 400;

/**
 * Deletes unused uploads that are older than a day, but keeps pictures of accounts that may import products for a month longer, because
 * an import may still use them. Each row is deleted after its object, so that the next run retries objects that R2 did not delete.
 */
export async function sweepUploads(shop: ShopContext, now: Date): Promise<SweepResult> {
	const { db, env } = shop;
	const cutoff = new Date(now.getTime() - uploadTtlMs);
	const path = sql`'/images/' || ${images.key}`;
	const notReferencedConditions = [users, products, productPictures, reviews].map((table) =>
		notExists(db.select({ img: table.img }).from(table).where(eq(table.img, path))),
	);
	const documentsUsingFile = db
		.select({ key: productDocuments.key })
		.from(productDocuments)
		.where(eq(productDocuments.key, images.key));
	const uploadersWhoImport = db
		.select({ id: users.id })
		.from(users)
		.where(and(eq(users.id, images.userId), inArray(users.role, listRolesWith("products:write"))));
	const isUnused = and(
		lt(images.createdAt, cutoff),
		...notReferencedConditions,
		notExists(documentsUsingFile),
		or(
			lt(images.createdAt, new Date(cutoff.getTime() - importRetentionMs)),
			notExists(uploadersWhoImport),
			like(images.type, "application/%"),
		),
	);
	const unused = await db
		.select({ key: images.key })
		.from(images)
		.where(isUnused)
		.orderBy(asc(images.createdAt))
		.limit(batchSize);
	const processedKeys: string[] = [];
	const result = await sweepEach(unused, async ({ key }) => {
		const stored = await env.PICTURES.head(key);
		// Keeps an object that was uploaded again after its row was read.
		if (stored && stored.uploaded < cutoff) await env.PICTURES.delete(key);
		processedKeys.push(key);
		return true;
	});
	const keys = sql`(select value from json_each(${JSON.stringify(processedKeys)}))`;
	await db.delete(images).where(and(isUnused, sql`${images.key} in ${keys}`));
	shop.purgeAfterResponse(processedKeys.map(getUploadTag));
	return result;
}
