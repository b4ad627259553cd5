import { sweepSessions } from "#worker/auth/sessions.ts";
import type { Shop } from "./context.ts";
import { sweepPayments } from "./payments/sweep.ts";

/** What the cron does every five minutes: closes open payments, forgets ended sessions. */
export async function sweep(shop: Shop): Promise<void> {
	await sweepSessions(shop.db);
	const { looked, failed } = await sweepPayments(shop);
	console.log(JSON.stringify({ sweep: "payments", looked, failed }));
}
