import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { errorBody } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import { asRefusal, forLog, isPassing } from "#worker/shop/refusal.ts";
import type { FrontDoor } from "./visit.ts";

/** Seconds: the window of every rate limit in wrangler.toml, and more than most failures last. */
export const retryAfter = "60";

/** The one place where what a call has thrown becomes an answer: `{ message, code, issues? }`, never a stack. */
export function answerFailure(error: Error, context: Context<FrontDoor>): Response {
	const refusal = asRefusal(error);
	if (refusal) {
		const { message, issues, status } = refusal;
		if (refusal !== error && status === 503) console.error(context.get("requestId"), forLog(error));
		if (isPassing(refusal)) context.header("Retry-After", retryAfter);
		return context.json(errorBody(status, message, issues), status);
	}
	if (error instanceof HTTPException) {
		return context.json(errorBody(error.status, error.message), error.status);
	}
	console.error(context.get("requestId"), forLog(error));
	return context.json(errorBody(500, failure.unexpected), 500);
}
