import type { BulkAction, BulkOutcome } from "#contract/bulk.ts";
import { type ErrorCode, ShopError } from "#contract/errors.ts";
import {
	type OrderBulkAction,
	type OrderTransition,
	orderBulkActions,
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

/** The call answers a second time that nothing changed; a bulk action counts it as an error. */
async function shipOnce(shop: Shop, id: string): Promise<void> {
	const shipped = await shipOrder(shop, id);
	if (shipped === 0) throw new ShopError("already_shipped");
}

type Run = (shop: Shop, id: string) => Promise<unknown>;
type Action = { needs: Capability; run: Run };

/** The transitions for which more has to be done than for the others. */
const orderRuns: Partial<Record<OrderTransition, Run>> = { ship: shipOnce, cancel: cancelOrder };

const orderActions = Object.fromEntries(
	orderBulkActions.map(({ action, transition, capability: needs }) => [
		action,
		{ needs, run: orderRuns[transition] ?? ((shop, id) => advanceOrder(shop, transition, id)) },
	]),
) as Record<OrderBulkAction, Action>;

const actions: Record<BulkAction, Action> = {
	...orderActions,
	deleteProduct: { needs: "products:write", run: deleteProduct },
	hideReview: { needs: "reviews:moderate", run: hideReview },
	showReview: { needs: "reviews:moderate", run: showReview },
	deleteReview: { needs: "reviews:moderate", run: deleteReview },
};

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
): Promise<BulkOutcome> {
	requireCapability(shop, actions[action].needs);
	const errors: ErrorCode[] = [];
	for (const [index, id] of ids.entries()) {
		const error = await tryOne(shop, action, id);
		if (error === null) continue;
		const isUnavailable = error.status === 503;
		const failed = isUnavailable ? ids.length - index : 1;
		errors.push(...Array<ErrorCode>(failed).fill(error.code));
		if (isUnavailable) break;
	}
	return { done: ids.length - errors.length, errors };
}
