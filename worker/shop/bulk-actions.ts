import * as v from "valibot";
import { type ErrorCode, errors, isRetryable, ShopError } from "#contract/errors.ts";
import { tablePageSize } from "#contract/limits.ts";
import { invalid } from "#contract/messages.ts";
import { formatCount } from "#contract/numbers.ts";
import {
	adminTransitions,
	type OrderBulkAction,
	type OrderTransition,
} from "#contract/order-states.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { deleteProduct, publishProduct } from "./catalogue/edit.ts";
import { deleteMessage } from "./contact/messages.ts";
import type { ShopContext } from "./context.ts";
import { toShopError } from "./errors.ts";
import { cancelOrder } from "./orders/cancel.ts";
import { deliverOrder } from "./orders/deliver.ts";
import { shipOrder } from "./orders/ship.ts";
import { advanceOrder } from "./orders/transition.ts";
import { deleteReview, hideReview, showReview } from "./reviews/moderate.ts";

/**
 * @param isReviewed - whether the account has seen the order's page, with any open cancellation request (`shipOrder`)
 * @returns 0 if nothing changed
 */
export function runTransition(
	shop: ShopContext,
	name: OrderTransition,
	id: string,
	isReviewed = true,
): Promise<unknown> {
	if (name === "ship") return shipOrder(shop, id, undefined, isReviewed);
	if (name === "deliver") return deliverOrder(shop, id);
	if (name === "cancel") return cancelOrder(shop, id);
	return advanceOrder(shop, name, id);
}

type RunOnRow = (shop: ShopContext, id: string) => Promise<unknown>;

/** Messages about the result begin with "2 {noun}s {participle}". `runOnRow` checks permissions. */
type Action = { noun: string; participle: string; runOnRow: RunOnRow };

const bulkOrderActions = Object.fromEntries(
	adminTransitions.map(
		({ name, bulkAction, capability, bulk: { done: participle }, errors: stepErrors }) => {
			const runOnRow: RunOnRow = async (shop, id) => {
				// The order's owner may make some transitions too, but not in bulk.
				requireCapability(shop, capability);
				const changed = await runTransition(shop, name, id, false);
				if (changed === 0) throw new ShopError(stepErrors.tooLate ?? "order_step_done");
			};
			return [bulkAction, { noun: "order", participle, runOnRow }];
		},
	),
) as Record<OrderBulkAction, Action>;

const actions = {
	...bulkOrderActions,
	deleteProduct: { noun: "product", participle: "deleted", runOnRow: deleteProduct },
	publishProduct: { noun: "product", participle: "published", runOnRow: publishProduct },
	deleteMessage: { noun: "message", participle: "deleted", runOnRow: deleteMessage },
	hideReview: { noun: "review", participle: "hidden", runOnRow: hideReview },
	showReview: { noun: "review", participle: "shown to everyone", runOnRow: showReview },
	deleteReview: { noun: "review", participle: "deleted", runOnRow: deleteReview },
} satisfies Record<string, Action>;

export type BulkAction = keyof typeof actions;

export const bulkActionNames = Object.keys(actions) as BulkAction[];

const malformed = errors.validation_failed.message;

export const createBulkSchema = (allowed: readonly BulkAction[]) =>
	v.object({
		bulk: v.picklist(allowed, malformed),
		ids: v.pipe(
			v.array(v.pipe(v.string(malformed), v.regex(/^[a-z0-9]{8,64}$/, malformed)), malformed),
			v.transform((ids) => [...new Set(ids)]),
			v.minLength(1, invalid.selection),
			v.maxLength(tablePageSize, malformed),
		),
	});

/** Returns the error; null if the action succeeded. @throws ShopError 401, 403, and errors that are bugs */
async function runForRow(
	shop: ShopContext,
	action: BulkAction,
	id: string,
): Promise<ShopError | null> {
	try {
		await actions[action].runOnRow(shop, id);
		return null;
	} catch (error) {
		const shopError = toShopError(error);
		if (!shopError || shopError.status === 401 || shopError.status === 403) throw error;
		return shopError;
	}
}

/**
 * Runs an action on each row. Stops early only if the database or Stripe is unavailable, because every remaining row would wait for the
 * same timeout. Emails are sent after the last row, so that one email lists all of a customer's orders.
 * @throws ShopError 401, 403
 */
export async function runBulkAction(shop: ShopContext, action: BulkAction, ids: string[]) {
	const errorCodes: ErrorCode[] = [];
	const followUps: (() => Promise<unknown>)[] = [];
	const rowShop: ShopContext = { ...shop, waitUntil: (work) => void followUps.push(work) };
	try {
		for (const [index, id] of ids.entries()) {
			const error = await runForRow(rowShop, action, id);
			if (error?.status === 503) {
				errorCodes.push(...ids.slice(index).map(() => error.code));
				break;
			}
			if (error) errorCodes.push(error.code);
		}
	} finally {
		shop.waitUntil(async () => {
			for (const followUp of followUps) await followUp();
		});
	}
	return { doneCount: ids.length - errorCodes.length, errorCodes };
}

type SingularAndPlural = readonly [singular: string, plural: string];

const noLongerExists: SingularAndPlural = ["no longer exists", "no longer exist"];

const skipReasons: Partial<Record<ErrorCode, SingularAndPlural>> = {
	order_unpaid: ["is not paid yet", "are not paid yet"],
	order_paid: ["is paid", "are paid"],
	order_not_ready: ["is not ready for this step", "are not ready for this step"],
	order_step_done: ["was already done", "were already done"],
	order_not_shipped: ["is not shipped yet", "are not shipped yet"],
	already_shipped: ["was already shipped", "were already shipped"],
	cancellation_requested: [
		"has an unanswered cancellation request",
		"have unanswered cancellation requests",
	],
	payment_processing: ["has a payment in progress", "have payments in progress"],
	payment_disputed: ["is disputed", "are disputed"],
	dispute_lost: ["has a lost payment dispute", "have lost payment disputes"],
	payment_refunded: ["was refunded", "were refunded"],
	refund_pending: ["is being refunded", "are being refunded"],
	payment_partly_refunded: ["was partly refunded", "were partly refunded"],
	part_number_taken: [
		"has the part number of another tool",
		"have the part numbers of other tools",
	],
	order_not_found: noLongerExists,
	message_not_found: noLongerExists,
	product_not_found: noLongerExists,
	review_not_found: noLongerExists,
};

function getSkipReason(code: ErrorCode, count: number): string {
	const fallback = isRetryable(code) ? "could not be processed right now" : "could not be changed";
	const [singular, plural] = skipReasons[code] ?? [fallback, fallback];
	return count === 1 ? singular : plural;
}

/** Returns a message such as "2 orders shipped. 3 skipped: 1 is not paid yet, 2 no longer exist." */
export function summarizeOutcome(
	action: BulkAction,
	{ doneCount, errorCodes }: Awaited<ReturnType<typeof runBulkAction>>,
): string {
	const { noun, participle } = actions[action];
	const result = `${doneCount === 0 ? `No ${noun}s` : formatCount(doneCount, noun)} ${participle}.`;
	const counts = Map.groupBy(errorCodes, (code) => code);
	const pronoun = errorCodes.length === 1 ? "it" : "they";
	const parts = Array.from(counts, ([code, { length }]) => {
		return `${counts.size === 1 ? pronoun : length} ${getSkipReason(code, length)}`;
	});
	if (errorCodes.length === 0) return result;
	return `${result} ${errorCodes.length} skipped: ${parts.join(", ")}.`;
}
