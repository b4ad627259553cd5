import type { OrderMailKind } from "#contract/order-states.ts";
import { forLog } from "#worker/db/failures.ts";
import { sendMail } from "#worker/services/mail.ts";
import type { Shop } from "../context.ts";
import { findOrder } from "../orders/read.ts";
import { type Swept, sweepEach } from "../swept.ts";
import { orderMail } from "./order-mails.ts";
import { giveUp, listDue, markSent, takeFromOutbox } from "./outbox.ts";

/** The pauses between them add up to ten and a half hours. */
const mostTries = 8;
/** Mails in one run of the sweep; the rest waits for the next, five minutes later. */
const batchSize = 50;

type Outcome = "sent" | "failed" | "left";

const log = (words: string, order: string, kind: OrderMailKind, tries: number) =>
	console.error(JSON.stringify({ mail: words, order, kind, tries }));

async function sendTaken(
	shop: Shop,
	orderId: string,
	kind: OrderMailKind,
	tries: number,
): Promise<Outcome> {
	if (tries > mostTries) {
		await giveUp(shop.db, orderId, kind);
		log("given up", orderId, kind, mostTries);
		return "left";
	}
	const order = await findOrder(shop, orderId);
	if (!order) return "left";
	try {
		await sendMail(shop.env, orderMail(kind, order, shop.origin));
	} catch (error) {
		log("not sent", orderId, kind, tries);
		console.error("order mail", forLog(error));
		return "failed";
	}
	await markSent(shop.db, orderId, kind);
	return "sent";
}

/**
 * Sends a mail from the outbox if its turn has come and nobody else is at it. It is sent twice only if the process dies,
 * or the database stays away, between sending it and marking it as sent: better twice than never.
 */
async function sendOrderMail(
	shop: Shop,
	orderId: string,
	kind: OrderMailKind,
	now: Date,
): Promise<Outcome> {
	const tries = await takeFromOutbox(shop.db, orderId, kind, now);
	return tries === null ? "left" : sendTaken(shop, orderId, kind, tries);
}

/** Sends a mail that was just put into the outbox once the answer is out; what fails waits for the sweep. */
export const sendAfterAnswer = (shop: Shop, kind: OrderMailKind, orderId: string): void =>
	shop.waitUntil(() =>
		sendOrderMail(shop, orderId, kind, new Date()).catch((error: unknown) =>
			console.error("order mail", forLog(error)),
		),
	);

/**
 * Sends what waits in the outbox.
 * @param due when the cron was due; never earlier than now, or a mail could be taken twice
 */
export async function sweepMails(shop: Shop, due: Date): Promise<Swept> {
	const now = new Date(Math.max(due.getTime(), Date.now()));
	const mails = await listDue(shop.db, now, batchSize);
	return sweepEach(mails, async ({ orderId, kind }) => {
		const outcome = await sendOrderMail(shop, orderId, kind, now);
		if (outcome === "failed") throw new Error("not sent");
		return outcome === "sent";
	});
}
