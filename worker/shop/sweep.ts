import { lt } from "drizzle-orm";
import { sweepSessions } from "#worker/auth/sessions.ts";
import { retry } from "#worker/db/retry.ts";
import { sweepRuns } from "#worker/db/schema.ts";
import type { Shop } from "./context.ts";
import { forLog } from "./errors.ts";
import { sweepImages } from "./images/sweep.ts";
import { sweepMails, sweepRefundMails } from "./mails/outbox.ts";
import { sweepPayments } from "./payments/sweep.ts";
import { sweepEvents } from "./payments/webhook.ts";
import { sweepPurges } from "./purges.ts";
import type { Swept } from "./swept.ts";

const nothing: Swept = { found: 0, mended: 0, failed: 0 };

/** Milliseconds that the result of a run is kept. */
const memory = 2 * 24 * 60 * 60 * 1000;

type Part = (shop: Shop, now: Date) => Promise<Swept>;

/** In this order. What has only ended or grown old is forgotten without being counted. */
const parts: Record<string, Part> = {
	async sessions({ db }) {
		await sweepSessions(db);
		return nothing;
	},
	async events(shop, now) {
		await sweepEvents(shop, now);
		return nothing;
	},
	payments: (shop) => sweepPayments(shop),
	mails: sweepMails,
	"refund mails": sweepRefundMails,
	uploads: sweepImages,
	/** The last: what the others have changed goes with it. */
	purges: sweepPurges,
};

type SweptPart = Swept & { name: string; broke: boolean };

/** A part that breaks down keeps no other from its turn. */
async function sweepPart(name: string, part: Part, shop: Shop, now: Date): Promise<SweptPart> {
	try {
		return { name, ...(await part(shop, now)), broke: false };
	} catch (error) {
		console.error("sweep", name, forLog(error));
		return { name, ...nothing, failed: 1, broke: true };
	}
}

const sumOf = (swept: SweptPart[], key: keyof Swept) =>
	swept.reduce((sum, part) => sum + part[key], 0);

/** Notes the run for `/dashbord/status`, and forgets those before the last two days. */
async function noteRun({ db }: Shop, startedAt: Date, swept: SweptPart[]): Promise<void> {
	const troubled = swept.filter(({ failed }) => failed > 0).map(({ name }) => name);
	const run = {
		startedAt,
		ms: Date.now() - startedAt.getTime(),
		found: sumOf(swept, "found"),
		mended: sumOf(swept, "mended"),
		failed: sumOf(swept, "failed"),
		trouble: troubled.join(", ") || null,
	};
	console.log(JSON.stringify({ sweep: run }));
	const old = new Date(startedAt.getTime() - memory);
	await retry(() =>
		db.batch([
			db.insert(sweepRuns).values(run).onConflictDoNothing(),
			db.delete(sweepRuns).where(lt(sweepRuns.startedAt, old)),
		]),
	);
}

/**
 * What the cron does: forgets ended sessions and old events, closes open payments, sends the mails that wait, removes
 * unused uploads, and notes how that went.
 * @param now when the cron was due
 * @throws Error when a part broke down, so that the platform counts the run as failed
 */
export async function sweep(shop: Shop, now: Date): Promise<void> {
	const startedAt = new Date();
	const swept: SweptPart[] = [];
	for (const [name, part] of Object.entries(parts)) {
		swept.push(await sweepPart(name, part, shop, now));
	}
	await noteRun(shop, startedAt, swept);
	const broken = swept.filter(({ broke }) => broke).map(({ name }) => name);
	if (broken.length > 0) throw new Error(`The sweep broke down at: ${broken.join(", ")}`);
}
