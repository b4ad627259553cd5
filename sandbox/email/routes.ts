import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../env.ts";
import { rejectBrowsers } from "../origin-guards.ts";
import { sendPage } from "../pages/page.ts";
import { readJson } from "../read-json.ts";
import {
	failNextEmails,
	listEmails,
	resetFailures,
	sendEmail,
	sendErrorSchema,
	submittedEmailSchema,
} from "./outbox.ts";
import { renderOutboxPage } from "./outbox-page.ts";

const switchesSchema = v.strictObject({
	fail: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)),
	to: v.optional(v.string()),
	error: v.optional(sendErrorSchema),
});

/** Serves the sent emails as a page and as JSON (`?to=` filters by recipient), accepts emails, and makes emails fail. */
export const email = new Hono<AppEnv>()
	.get("/email", (c) =>
		sendPage(c, "Sent emails", renderOutboxPage(listEmails(c.env.store, c.req.query("to")))),
	)
	.get("/email.json", (c) => c.json(listEmails(c.env.store, c.req.query("to"))))
	.post("/email", rejectBrowsers, async (c) => {
		const result = sendEmail(c.env.store, await readJson(c, submittedEmailSchema));
		return "error" in result ? c.json(result.error, 503) : c.json({ id: result.id }, 201);
	})
	.put("/email/switches", async (c) => {
		const { fail, to, error } = await readJson(c, switchesSchema);
		failNextEmails(c.env.store, fail, to, error);
		return c.json({ fail, to, error });
	})
	.delete("/email/switches", (c) => {
		resetFailures(c.env.store);
		return c.body(null, 204);
	});
