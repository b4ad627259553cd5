import { sweepSessions } from "#worker/auth/sessions.ts";
import type { Shop } from "./context.ts";
import { sweepImages } from "./images/sweep.ts";
import { sweepMails } from "./mails/send.ts";
import { sweepPayments } from "./payments/sweep.ts";
import { sweepEvents } from "./payments/webhook.ts";

/** Once an hour is enough for uploads: looking at them reads every one. The cron comes every five minutes. */
const isTimeForImages = (now: Date) => now.getUTCMinutes() < 5;

/**
 * What the cron does: closes open payments, sends the mails that wait, forgets ended sessions, old events and unused
 * uploads.
 * @param now when the cron was due
 */
export async function sweep(shop: Shop, now: Date): Promise<void> {
	await sweepSessions(shop.db);
	await sweepEvents(shop, now);
	const payments = await sweepPayments(shop);
	const mails = await sweepMails(shop, now);
	const images = isTimeForImages(now) ? await sweepImages(shop, now) : null;
	console.log(JSON.stringify({ sweep: { payments, mails, images } }));
}
