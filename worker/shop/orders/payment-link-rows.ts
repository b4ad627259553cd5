import { lt, type SQL, sql } from "drizzle-orm";
import { paymentLinkPath } from "#contract/shop.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { retry } from "#worker/db/retry.ts";
import { orders, paymentLinks } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import type { Order } from "./read.ts";

/** After this time a link no longer works, not even to show a receipt. */
const linkLifetimeMs = 90 * 24 * 60 * 60 * 1000;

type NewLink = { tokenHash: string; createdBy: string | null };

/** Returns the statement that inserts a link for the order that `where` matches. */
export const insertLinkForOrder = (db: Database, link: NewLink, where: SQL | undefined) =>
	insertSelect(
		db,
		paymentLinks,
		{ ...link, orderId: orders.id, createdAt: new Date() },
		orders,
		where,
	).onConflictDoNothing();

/**
 * Creates the payment links of an email when it is sent, so that the outbox never stores a token. Orders of the same checkout share a link.
 * @returns the path of each order's link, by the order's id
 */
export async function createLinksToSend(
	{ db }: ShopContext,
	ordersToLink: Pick<Order, "id" | "checkoutId">[],
): Promise<Map<string, string>> {
	const groups = Map.groupBy(ordersToLink, ({ id, checkoutId }) => checkoutId ?? id);
	const links = await Promise.all(
		[...groups.values()].map(async (group) => {
			const token = createToken();
			return { orderId: group[0]?.id, token, tokenHash: await hashToken(token), group };
		}),
	);
	const linksJson = JSON.stringify(links.map(({ orderId, tokenHash }) => ({ orderId, tokenHash })));
	const columns = {
		tokenHash: sql`json_each.value ->> 'tokenHash'`,
		orderId: sql`json_each.value ->> 'orderId'`,
		createdAt: new Date(),
	};
	if (links.length > 0) {
		const from = sql`json_each(${linksJson})`;
		await retry(() =>
			insertSelect(db, paymentLinks, columns, from, undefined).onConflictDoNothing(),
		);
	}
	return new Map(
		links.flatMap(({ group, token }) => group.map(({ id }) => [id, paymentLinkPath(token)])),
	);
}

/** Deletes links that are too old to show anything. */
export const sweepPaymentLinks = ({ db }: ShopContext, now: Date) =>
	retry(() =>
		db
			.delete(paymentLinks)
			.where(lt(paymentLinks.createdAt, new Date(now.getTime() - linkLifetimeMs))),
	);
