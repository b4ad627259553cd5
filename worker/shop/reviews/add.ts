import { starsOf } from "#contract/ratings.ts";
import type { NewReview } from "#contract/schemas/reviews.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { reviews } from "#worker/db/schema.ts";
import { reviewTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { ownPath } from "../images/own-path.ts";
import { requireDone } from "../written.ts";
import { countedStars, findReviewedTool } from "./tool.ts";

/**
 * Publishes a review under the name and email of the account, whatever the client sends.
 * @param review with `toolId` it is about that tool, which the account must have paid for; one of theirs counts in its rating
 * @returns its id
 * @throws ShopError 401, 403 for admins, 429, 400 when there is no such tool or it is not bought, 503 'Failed to add Review'
 */
export async function addReview(shop: Shop, { toolId, ...review }: NewReview): Promise<string> {
	const { id: userId, name, email } = requireCapability(shop, "reviews:write");
	await enforceRateLimit(shop.env, "review", userId);
	const id = createId();
	const given = starsOf(review.ratings);
	const about = toolId ? await findReviewedTool(shop, userId, toolId) : {};
	const stars = toolId ? countedStars(userId, toolId, given) : given;
	const write = () =>
		shop.db
			.insert(reviews)
			.values({
				id,
				userId,
				name,
				email,
				stars,
				...review,
				...about,
				img: ownPath(shop, review.img),
			})
			.onConflictDoNothing()
			.returning({ id: reviews.id });
	await requireDone(await retryWrite(write), "review_not_added");
	shop.purge(reviewTags([toolId ?? null]));
	return id;
}
