import type { Store } from "../store.ts";
import { ParameterError } from "./errors.ts";
import {
	balanceTransactions,
	charges,
	disputes,
	paymentIntents,
	paymentMethods,
	refunds,
} from "./objects.ts";
import { renderBalanceTransaction } from "./render/balance-transaction.ts";
import { renderCharge } from "./render/charge.ts";
import { renderDispute } from "./render/dispute.ts";
import { renderList } from "./render/event.ts";
import { renderIntent } from "./render/intent.ts";
import { renderMethod } from "./render/method.ts";
import { renderRefund } from "./render/refund.ts";

const maxDepth = 4;
const maxIncludedRefunds = 10;

/**
 * Replaces the ids at the paths with the objects (docs.stripe.com/api/expanding_objects).
 * @throws ParameterError for a property that cannot be expanded
 */
export function expand(store: Store, response: unknown, paths: string[]): unknown {
	return paths.reduce((value, path) => {
		const steps = path.split(".");
		if (steps.length > maxDepth) throw cannotExpand(path);
		return expandPath(store, value, steps, path);
	}, response);
}

function expandPath(
	store: Store,
	value: unknown,
	[step = "", ...rest]: string[],
	path: string,
): unknown {
	if (value === null) return null;
	if (step === "") {
		if (typeof value === "object") return value;
		const object = typeof value === "string" ? findObject(store, value) : null;
		if (!object) throw cannotExpand(path);
		return object;
	}
	if (typeof value === "string") {
		return expandPath(store, findObject(store, value), [step, ...rest], path);
	}
	if (Array.isArray(value)) {
		return value.map((item) => expandPath(store, item, [step, ...rest], path));
	}
	if (!isRecord(value)) throw cannotExpand(path);
	const refundList =
		step === "refunds" && value.object === "charge" ? getRefunds(store, value) : null;
	const inner = refundList ?? value[step];
	if (inner === undefined) throw cannotExpand(path);
	return { ...value, [step]: expandPath(store, inner, rest, path) };
}

function cannotExpand(path: string): ParameterError {
	return new ParameterError("", null, `This property cannot be expanded (${path}).`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null;
}

function getRefunds(store: Store, { id }: Record<string, unknown>) {
	const chargeRefunds = store.list(refunds).filter(({ charge }) => charge === id);
	const included = chargeRefunds.slice(0, maxIncludedRefunds).map(renderRefund);
	return renderList(
		`/v1/charges/${id}/refunds`,
		included,
		chargeRefunds.length > maxIncludedRefunds,
	);
}

function findObject(store: Store, id: string): unknown {
	const intent = store.get(paymentIntents, id);
	if (intent) return renderIntent(store, intent);
	const charge = store.get(charges, id);
	if (charge) return renderCharge(charge);
	const method = store.get(paymentMethods, id);
	if (method) return renderMethod(method);
	const refund = store.get(refunds, id);
	if (refund) return renderRefund(refund);
	const dispute = store.get(disputes, id);
	if (dispute) return renderDispute(store, dispute);
	const transaction = store.get(balanceTransactions, id);
	return transaction && renderBalanceTransaction(transaction);
}
