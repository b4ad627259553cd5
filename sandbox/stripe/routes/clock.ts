import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv, SandboxContext } from "../../env.ts";
import { readJson } from "../../read-json.ts";
import { advanceClock, nowMs } from "../clock.ts";
import { runDueTasks } from "../due-tasks.ts";
import { sendAll } from "./webhooks.ts";

const tenDaysMs = 10 * 24 * 3600 * 1000;
const clockInput = v.strictObject({
	/** In milliseconds. */
	advance: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(tenDaysMs)),
});

/**
 * Waits for the webhooks in flight, then advances the clock to `endMs`, stopping at each due time to send the webhook.
 * @returns the results of the deliveries
 */
async function advanceTo(context: SandboxContext, endMs: number) {
	await Promise.all(context.deliveriesInFlight);
	const deliveries: Awaited<ReturnType<typeof sendAll>> = [];
	for (;;) {
		const now = nowMs(context);
		runDueTasks(context);
		deliveries.push(...(await sendAll(context, context.deliveries.claimDue(now))));
		const nextMs = context.deliveries.getNextDueMs();
		if (nextMs === null || nextMs > endMs) break;
		advanceClock(context, Math.max(nextMs - nowMs(context), 0));
	}
	advanceClock(context, Math.max(endMs - nowMs(context), 0));
	runDueTasks(context);
	deliveries.push(...(await sendAll(context, context.deliveries.claimDue(nowMs(context)))));
	return deliveries;
}

/** Serves `/clock`: GET returns the sandbox's time. POST advances it and responds after all due tasks and webhooks. */
export const clockRoutes = new Hono<AppEnv>()
	.get("/", (c) => c.json({ now: new Date(nowMs(c.env)).toISOString() }))
	.post("/", async (c) => {
		const { advance } = await readJson(c, clockInput);
		const sent = await advanceTo(c.env, nowMs(c.env) + advance);
		return c.json({ now: new Date(nowMs(c.env)).toISOString(), sent });
	});
