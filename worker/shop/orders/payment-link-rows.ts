import { lt, type SQL, sql } from "drizzle-orm";
import { paymentLinkPath } from "#contract/shop.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { retry } from "#worker/db/retry.ts";
import { orders, paymentLinks } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import type { Order } from "./read.ts";

/** After this time a link no longer shows its order's receipt. */
const lifeMs = 90 * 24 * 60 * 60 * 1000;

type NewLink = { tokenHash: string; createdBy: string | null };

export const insertLinkForOrder = (db: Database, link: NewLink, where: SQL | undefined) =>
	insertFrom(
		db,
		paymentLinks,
		{ ...link, orderId: orders.id, createdAt: new Date() },
		orders,
		where,
	).onConflictDoNothing();

/**
 * Creates an email's payment links at send time, so that the outbox never stores a token. Orders from the same checkout share a link.
 * @returns link paths, keyed by order ID
 */
export async function createLinksToSend(
	{ db }: Shop,
	orders: Pick<Order, "id" | "checkoutId">[],
): Promise<Map<string, string>> {
	const groups = Map.groupBy(orders, ({ id, checkoutId }) => checkoutId ?? id);
	const links = await Promise.all(
		[...groups.values()].map(async (group) => {
			const token = createToken();
			return { orderId: group[0]?.id, token, tokenHash: await hashToken(token), group };
		}),
	);
	const rows = JSON.stringify(links.map(({ orderId, tokenHash }) => ({ orderId, tokenHash })));
	const row = {
		tokenHash: sql`json_each.value ->> 'tokenHash'`,
		orderId: sql`json_each.value ->> 'orderId'`,
		createdAt: new Date(),
	};
	if (links.length > 0) {
		const from = sql`json_each(${rows})`;
		await retry(() => insertFrom(db, paymentLinks, row, from, undefined).onConflictDoNothing());
	}
	return new Map(
		links.flatMap(({ group, token }) => group.map(({ id }) => [id, paymentLinkPath(token)])),
	);
}

/** Deletes links that are too old to show anything. */
export const sweepPaymentLinks = ({ db }: Shop, now: Date) =>
	retry(() =>
		db.delete(paymentLinks).where(lt(paymentLinks.createdAt, new Date(now.getTime() - lifeMs))),
	);
