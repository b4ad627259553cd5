import * as v from "valibot";
import { type ErrorCode, errors, isRetryable, ShopError } from "#contract/errors.ts";
import { tableSize } from "#contract/limits.ts";
import { invalid } from "#contract/messages.ts";
import { counted } from "#contract/numbers.ts";
import {
	type OrderBulkAction,
	type OrderTransition,
	orderActions,
} from "#contract/order-states.ts";
import type { Capability } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { deleteProduct } from "./catalogue/edit.ts";
import type { Shop } from "./context.ts";
import { toShopError } from "./errors.ts";
import { cancelOrder } from "./orders/cancel.ts";
import { shipOrder } from "./orders/ship.ts";
import { advanceOrder } from "./orders/transition.ts";
import { deleteReview, hideReview, showReview } from "./reviews/moderate.ts";

/** Those for which more has to be done than for the others have a use case of their own. @returns 0 where nothing changed */
export function runTransition(shop: Shop, name: OrderTransition, id: string): Promise<unknown> {
	if (name === "ship") return shipOrder(shop, id);
	if (name === "cancel") return cancelOrder(shop, id);
	return advanceOrder(shop, name, id);
}

type Run = (shop: Shop, id: string) => Promise<unknown>;

/** "2 `noun`s `done`" */
type Action = { noun: string; done: string; needs: Capability; run: Run };

const bulkOrderActions = Object.fromEntries(
	orderActions.map(({ name, bulkAction, capability: needs, bulk: { done }, errors }) => {
		const run: Run = async (shop, id) => {
			const changed = await runTransition(shop, name, id);
			if (changed === 0) throw new ShopError(errors.late ?? "order_step_done");
		};
		return [bulkAction, { noun: "order", done, needs, run }];
	}),
) as Record<OrderBulkAction, Action>;

const moderation = { noun: "review", needs: "reviews:moderate" } as const;

const actions = {
	...bulkOrderActions,
	deleteProduct: { noun: "product", done: "deleted", needs: "products:write", run: deleteProduct },
	hideReview: { ...moderation, done: "hidden", run: hideReview },
	showReview: { ...moderation, done: "shown to everyone", run: showReview },
	deleteReview: { ...moderation, done: "deleted", run: deleteReview },
} satisfies Record<string, Action>;

export type BulkAction = keyof typeof actions;

const malformed = errors.validation_failed.message;

/**
 * The ids of at most one page of rows, and the action on each.
 * @param allowed in this table
 */
export const bulkSchema = (allowed: readonly BulkAction[]) =>
	v.object({
		bulk: v.picklist(allowed, malformed),
		ids: v.pipe(
			v.array(v.pipe(v.string(malformed), v.regex(/^[a-z0-9]{8,64}$/, malformed)), malformed),
			v.transform((ids) => [...new Set(ids)]),
			v.minLength(1, invalid.selection),
			v.maxLength(tableSize, malformed),
		),
	});

type Outcome = { done: number; errors: ErrorCode[] };

/** @returns why it failed; null when it is done */
async function tryOne(shop: Shop, action: BulkAction, id: string): Promise<ShopError | null> {
	try {
		await actions[action].run(shop, id);
		return null;
	} catch (error) {
		const known = toShopError(error);
		if (!known || known.status === 401 || known.status === 403) throw error;
		return known;
	}
}

/**
 * Runs one action on several rows, one after the other, each by its own rule and with its own line in the audit log. An
 * error of one does not stop the others; once the database or Stripe is unavailable the rest is not tried, as each would
 * wait as long as the first.
 * @throws ShopError 401, 403
 */
export async function runBulkAction(
	shop: Shop,
	action: BulkAction,
	ids: string[],
): Promise<Outcome> {
	requireCapability(shop, actions[action].needs);
	const failed: ErrorCode[] = [];
	for (const [index, id] of ids.entries()) {
		const error = await tryOne(shop, action, id);
		if (error === null) continue;
		const isUnavailable = error.status === 503;
		const count = isUnavailable ? ids.length - index : 1;
		failed.push(...Array<ErrorCode>(count).fill(error.code));
		if (isUnavailable) break;
	}
	return { done: ids.length - failed.length, errors: failed };
}

type Forms = readonly [one: string, several: string];

const gone: Forms = ["is gone already", "are gone already"];

const reasons: Partial<Record<ErrorCode, Forms>> = {
	order_unpaid: ["is not paid yet", "are not paid yet"],
	order_paid: ["is paid", "are paid"],
	order_not_ready: ["is not ready for it", "are not ready for it"],
	order_step_done: ["was done before", "were done before"],
	already_shipped: ["was shipped before", "were shipped before"],
	payment_processing: ["is being paid at this moment", "are being paid at this moment"],
	payment_disputed: ["is disputed", "are disputed"],
	dispute_lost: ["was lost in a dispute", "were lost in disputes"],
	payment_refunded: ["was refunded", "were refunded"],
	refund_pending: ["is being refunded", "are being refunded"],
	payment_partly_refunded: ["was partly refunded", "were partly refunded"],
	order_not_found: gone,
	product_not_found: gone,
	review_not_found: gone,
};

function reasonOf(code: ErrorCode, count: number): string {
	const other = isRetryable(code) ? "could not be reached just now" : "could not be changed";
	const [one, several] = reasons[code] ?? [other, other];
	return count === 1 ? one : several;
}

/** @returns what was done and what was not: "2 orders shipped. 3 were not: 1 is not paid yet, 2 are gone already." */
export function summarizeOutcome(action: BulkAction, { done, errors: failed }: Outcome): string {
	const { noun, done: verb } = actions[action];
	const first = `${done === 0 ? `No ${noun}` : counted(done, noun)} ${verb}.`;
	const [were, they] = failed.length === 1 ? ["was", "it"] : ["were", "they"];
	const counts = Map.groupBy(failed, (code) => code);
	const parts = Array.from(counts, ([code, { length }]) => {
		return `${counts.size === 1 ? they : length} ${reasonOf(code, length)}`;
	});
	return failed.length === 0
		? first
		: `${first} ${failed.length} ${were} not: ${parts.join(", ")}.`;
}
