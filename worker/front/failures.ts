import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { codeForStatus, errorBody, isRetryable, ShopError } from "#contract/errors.ts";
import { forLog, toShopError } from "#worker/shop/errors.ts";
import type { FrontDoor } from "./visit.ts";

/** Seconds: the window of every rate limit in wrangler.toml, and more than most failures last. */
export const retryAfter = "60";

/** The one place where what a call has thrown becomes an answer: `{ message, code, issues? }`, never a stack. */
export function answerFailure(error: Error, context: Context<FrontDoor>): Response {
	if (error instanceof HTTPException) {
		const { status, message } = error;
		return context.json({ message, code: codeForStatus(status) }, status);
	}
	const known = toShopError(error);
	const shown = known ?? new ShopError("internal_error");
	if (known !== error && shown.status >= 500) {
		console.error(context.get("requestId"), forLog(error));
	}
	if (isRetryable(shown.code)) context.header("Retry-After", retryAfter);
	return context.json(errorBody(shown), shown.status);
}
