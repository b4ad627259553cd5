import {
	orderStates,
	progressStates,
	type StateTimeColumn,
	statesAfterUnpaid,
} from "#contract/order-states.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders } from "#worker/db/schema.ts";
import type { RunningShop } from "./shop.ts";

type Order = typeof orders.$inferSelect;

/** `paidAt`, `shippedAt` and so on, all null, as in an unpaid order. */
export const unsetOrderTimes = Object.fromEntries(
	Object.values(statesAfterUnpaid).map(({ at }) => [at, null]),
) as Record<StateTimeColumn, Date | null>;

/** Returns the values of an order, by default for 10 pieces at $12.50. */
export function createOrderRow(values: Partial<Order> & Pick<Order, "productId">) {
	const id = createId();
	return {
		id,
		toolName: `Tool of ${id}`,
		toolPriceCents: 1_250,
		quantity: 10,
		name: "Ann Shopper",
		email: "ann@example.com",
		location: "1 Bay Road",
		phone: "555 0100",
		...(values.paidAt && { transactionId: `pi_${id}` }),
		...values,
	};
}

/**
 * Inserts an order and returns its row.
 * @param values - override those of `createOrderRow`
 */
export const addOrder = (
	{ db }: Pick<RunningShop, "db">,
	values: Parameters<typeof createOrderRow>[0],
): Promise<Order> => db.insert(orders).values(createOrderRow(values)).returning().get();

export const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** Returns the upcoming steps on an order's page, each with its text. */
export const listUpcomingSteps = (
	reachedState: (typeof progressStates)[number],
): [string, string][] =>
	progressStates.slice(progressStates.indexOf(reachedState) + 1).map((state, index) => {
		const { shortLabel, waiting, later } = orderStates[state];
		return [shortLabel, index === 0 ? waiting : later];
	});
