import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { ShopError, statusOf } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import { isOwnerGone } from "#worker/db/failures.ts";
import type { FrontDoor } from "./visit.ts";

/** Seconds: the window of every rate limit in wrangler.toml. */
const retryAfter = "60";

/** The one place where what was thrown becomes an answer: `{ message, issues? }`, never a stack. */
export function answerFailure(error: Error, context: Context<FrontDoor>): Response {
	if (error instanceof ShopError) {
		if (error.refusal === "tooOften") context.header("Retry-After", retryAfter);
		const { message, issues } = error;
		return context.json(issues.length > 0 ? { message, issues } : { message }, error.status);
	}
	if (isOwnerGone(error)) return context.json({ message: failure.noUser }, statusOf.signedOut);
	if (error instanceof HTTPException) return context.json({ message: error.message }, error.status);
	console.error(context.get("requestId"), error);
	return context.json({ message: failure.unexpected }, 500);
}
