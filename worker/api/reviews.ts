import { Hono } from "hono";
import { contentCalls } from "#contract/calls/content.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { addReview } from "#worker/shop/reviews/add.ts";
import { deleteReview } from "#worker/shop/reviews/moderate.ts";
import { listReviews } from "#worker/shop/reviews/read.ts";
import { answer, goOn } from "./calls.ts";
import { deleted, inserted, reviewJson } from "./respond.ts";

export const reviews = new Hono<AppEnv>();

answer(reviews, contentCalls.addReview, async ({ shop, readBody }) =>
	inserted(await addReview(shop, await readBody())),
);

answer(reviews, contentCalls.listReviews, async ({ shop, context, readQuery }) =>
	goOn(context, await listReviews(shop, readQuery().after)).map(reviewJson),
);

answer(reviews, contentCalls.deleteReview, async ({ shop, param }) =>
	deleted(await deleteReview(shop, param("id"))),
);
