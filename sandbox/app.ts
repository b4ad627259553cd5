import { Hono } from "hono";
import { email } from "./email/routes.ts";
import type { AppEnv, SandboxContext } from "./env.ts";
import { google } from "./google/routes.ts";
import { allowShopOrigins, rejectBrowsers, rejectCrossOriginWrites } from "./origin-guards.ts";
import { indexPage } from "./pages/index-page.ts";
import { paymentsPage } from "./pages/payments-page.ts";
import css from "./pages/style.css?raw" with { type: "text" };
import { BadRequestError } from "./read-json.ts";
import { stripe } from "./stripe/routes/index.ts";
import { stripeJs } from "./stripe-js/routes.ts";

/** Deletes all data of all mocks, so that test runs can share one sandbox. */
function reset(sandbox: SandboxContext): void {
	sandbox.atomically(() => {
		sandbox.store.clearAll();
		sandbox.deliveries.clear();
	});
	sandbox.recorder.clear();
	sandbox.idempotencyKeysInFlight.clear();
	sandbox.recentCallTimes.length = 0;
}

/** Everything under `/__sandbox/`. */
export const app = new Hono<AppEnv>()
	.use(allowShopOrigins, rejectCrossOriginWrites)
	.delete("/__sandbox/", rejectBrowsers, (c) => {
		reset(c.env);
		return c.body(null, 204);
	})
	.get("/__sandbox", (c) => c.redirect("/__sandbox/"))
	// Idle pages of tests/support/browser.ts show this document. Loading one of the shop's would take 17 ms more CPU time.
	.get("/__sandbox/empty", (c) =>
		c.html("<!doctype html>", 200, { "Cache-Control": "max-age=3600" }),
	)
	.route("/__sandbox/", indexPage)
	.route("/__sandbox/", paymentsPage)
	.get("/__sandbox/style.css", (c) =>
		c.body(css, 200, {
			"Content-Type": "text/css; charset=utf-8",
			"Cache-Control": "no-cache",
		}),
	)
	.route("/__sandbox/", stripeJs)
	.route("/__sandbox/stripe", stripe)
	.route("/__sandbox/google", google)
	.route("/__sandbox/", email)
	.notFound((c) => c.json({ message: "Not found in the sandbox." }, 404))
	.onError((error, c) => {
		if (error instanceof BadRequestError) return c.json({ message: error.message }, 400);
		console.error(error);
		return c.json({ message: "The sandbox failed." }, 500);
	});
