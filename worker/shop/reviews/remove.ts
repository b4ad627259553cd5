import { and, eq } from "drizzle-orm";
import { requireCapability } from "#worker/auth/authorize.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { auditLog, reviews } from "#worker/db/schema.ts";
import { reviewTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { requireDone } from "../written.ts";
import { reviewLine } from "./audit-line.ts";

const isDeleted = async ({ db }: Shop, id: string) =>
	(await db.$count(
		auditLog,
		and(eq(auditLog.action, "review-deleted"), eq(auditLog.subjectId, id)),
	)) > 0;

/** @returns how many reviews went: 1 @throws ShopError 401, 403, 404 */
export async function deleteReview(shop: Shop, id: string): Promise<number> {
	const admin = requireCapability(shop, "reviews:moderate");
	const about = await shop.db
		.select({ productId: reviews.productId })
		.from(reviews)
		.where(eq(reviews.id, id));
	const line = reviewLine(shop, admin, "review-deleted", eq(reviews.id, id));
	const remove = () =>
		shop.db.batch([
			line,
			shop.db.delete(reviews).where(eq(reviews.id, id)).returning({ id: reviews.id }),
		]);
	const { result, again } = await retryWrite(remove);
	await requireDone({ result: result[1], again }, "review_not_found", () => isDeleted(shop, id));
	shop.purge(reviewTags(about.map(({ productId }) => productId)));
	return 1;
}
