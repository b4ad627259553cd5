import { and, asc, eq, gte, isNotNull, isNull, min, notExists, sql } from "drizzle-orm";
import { parseTexts } from "#worker/db/json.ts";
import { products, stockAlerts, users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { createEmailSweep, emailsPerSweep, isDue, type QueuedEmail } from "./send-queued-email.ts";
import { writeStockAlert } from "./write-stock-alert.ts";

const canBeOrdered = and(isNull(products.deletedAt), gte(products.quantity, products.minimum));

const isIn = (ids: string[]) =>
	sql`${stockAlerts.productId} in (select value from json_each(${JSON.stringify(ids)}))`;

type DueCustomer = { userId: string; productIds: string[] };

/**
 * Creates an email to a customer about tools that are back in stock. An alert is deleted once its email is sent. If the tool is sold out
 * again, or the address does not work, the alert waits for the next restock.
 */
function createQueuedEmail(shop: ShopContext, { userId, productIds }: DueCustomer): QueuedEmail {
	const { db } = shop;
	const orderableTool = db
		.select({ id: products.id })
		.from(products)
		.where(and(eq(products.id, stockAlerts.productId), canBeOrdered));
	return {
		outbox: stockAlerts,
		key: stockAlerts.productId,
		where: and(eq(stockAlerts.userId, userId), isIn(productIds)),
		getLogFields: (keys) => ({ kind: "back in stock", user: userId, tools: keys.length }),
		storeOutcome(condition, outcome) {
			if (outcome !== "outdated" && "sentAt" in outcome)
				return db.delete(stockAlerts).where(condition);
			// The database trigger queues only alerts that are not queued. So if the tool has just come back in stock, this alert stays queued.
			const availabilityCondition = outcome === "outdated" ? notExists(orderableTool) : undefined;
			const notQueued = { nextTryAt: null, tries: 0 };
			return db.update(stockAlerts).set(notQueued).where(and(condition, availabilityCondition));
		},
		async write(keys) {
			const { id, name, partNumber, priceCents, priceBreaks, quantity, minimum } = products;
			const rows = await db
				.select({
					to: users.email,
					tool: { id, name, partNumber, priceCents, priceBreaks, quantity, minimum },
				})
				.from(stockAlerts)
				.innerJoin(products, eq(id, stockAlerts.productId))
				.innerJoin(users, eq(users.id, stockAlerts.userId))
				.where(
					and(
						eq(stockAlerts.userId, userId),
						isIn(keys),
						canBeOrdered,
						isNotNull(users.emailVerifiedAt),
					),
				);
			const [first, ...rest] = rows;
			if (!first) return null;
			const tools: [typeof first.tool, ...(typeof first.tool)[]] = [
				first.tool,
				...rest.map(({ tool }) => tool),
			];
			const email = writeStockAlert(first.to, tools, shop.origin);
			return { email, keys: tools.map((tool) => tool.id) };
		},
	};
}

const findDue = ({ db }: ShopContext, now: Date) =>
	db
		.select({
			userId: stockAlerts.userId,
			productIds: sql`json_group_array(${stockAlerts.productId})`.mapWith(parseTexts),
		})
		.from(stockAlerts)
		.where(isDue(stockAlerts, now))
		.groupBy(stockAlerts.userId)
		.orderBy(asc(min(stockAlerts.nextTryAt)))
		.limit(emailsPerSweep);

/** Sends each customer one email about all tools that have come back in stock since the alerts were requested. */
export const sweepStockAlerts = createEmailSweep(findDue, createQueuedEmail);
