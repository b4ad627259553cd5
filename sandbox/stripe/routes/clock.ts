import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv, SandboxContext } from "../../env.ts";
import { readJson } from "../../json.ts";
import { advanceClock, clockMs } from "../clock.ts";
import { runDueTasks } from "../due.ts";
import { sendAll } from "./webhooks.ts";

const tenDays = 10 * 24 * 3600 * 1000;
const advance = v.strictObject({
	/** Milliseconds. */
	advance: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(tenDays)),
});

/**
 * Goes from one due moment to the next up to `until`, as the hours would; all is sent before it returns, what was
 * being sent already too.
 */
async function passTime(context: SandboxContext, until: number) {
	await Promise.all(context.sending);
	const sent: Awaited<ReturnType<typeof sendAll>> = [];
	for (;;) {
		const now = clockMs(context);
		runDueTasks(context);
		sent.push(...(await sendAll(context, context.deliveries.claim(now))));
		const next = context.deliveries.nextDue();
		if (next === null || next > until) break;
		advanceClock(context, Math.max(next - clockMs(context), 0));
	}
	advanceClock(context, Math.max(until - clockMs(context), 0));
	runDueTasks(context);
	sent.push(...(await sendAll(context, context.deliveries.claim(clockMs(context)))));
	return sent;
}

/** `/clock`: GET shows the sandbox's time, POST moves it on and answers when all that came due is done. */
export const clockRoutes = new Hono<AppEnv>()
	.get("/", (c) => c.json({ now: new Date(clockMs(c.env)).toISOString() }))
	.post("/", async (c) => {
		const { advance: ms } = await readJson(c, advance);
		const sent = await passTime(c.env, clockMs(c.env) + ms);
		return c.json({ now: new Date(clockMs(c.env)).toISOString(), sent });
	});
