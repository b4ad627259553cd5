import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv, SandboxContext } from "../../env.ts";
import { readJson } from "../../json.ts";
import { advanceClock, nowMs } from "../clock.ts";
import { runDueTasks } from "../due.ts";
import { sendAll } from "./webhooks.ts";

const tenDays = 10 * 24 * 3600 * 1000;
const clockInput = v.strictObject({
	/** In milliseconds. */
	advance: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(tenDays)),
});

/**
 * Advances the clock to each time at which a webhook is due, sends it, and stops at `until`. Before that, waits for the
 * webhooks that are being sent.
 * @returns the deliveries
 */
async function advanceTo(context: SandboxContext, until: number) {
	await Promise.all(context.deliveriesInFlight);
	const deliveries: Awaited<ReturnType<typeof sendAll>> = [];
	for (;;) {
		const now = nowMs(context);
		runDueTasks(context);
		deliveries.push(...(await sendAll(context, context.deliveries.claim(now))));
		const next = context.deliveries.nextDue();
		if (next === null || next > until) break;
		advanceClock(context, Math.max(next - nowMs(context), 0));
	}
	advanceClock(context, Math.max(until - nowMs(context), 0));
	runDueTasks(context);
	deliveries.push(...(await sendAll(context, context.deliveries.claim(nowMs(context)))));
	return deliveries;
}

/** Serves `/clock`: GET returns the sandbox's time. POST advances it and responds after all that became due is done. */
export const clockRoutes = new Hono<AppEnv>()
	.get("/", (c) => c.json({ now: new Date(nowMs(c.env)).toISOString() }))
	.post("/", async (c) => {
		const { advance } = await readJson(c, clockInput);
		const sent = await advanceTo(c.env, nowMs(c.env) + advance);
		return c.json({ now: new Date(nowMs(c.env)).toISOString(), sent });
	});
