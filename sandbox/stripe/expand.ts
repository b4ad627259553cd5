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

const deepest = 4;
/** An included list shows this many. */
const includedListLength = 10;

/**
 * Puts the objects themselves where an answer names them by id (docs.stripe.com/api/expanding_objects).
 * @throws ParameterError for a property that cannot be expanded
 */
export function expand(store: Store, response: unknown, paths: string[]): unknown {
	return paths.reduce((value, path) => {
		const steps = path.split(".");
		if (steps.length > deepest) throw refuse(path);
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
		const found = typeof value === "string" ? find(store, value) : null;
		if (!found) throw refuse(path);
		return found;
	}
	if (typeof value === "string")
		return expandPath(store, find(store, value), [step, ...rest], path);
	if (Array.isArray(value)) {
		return value.map((item) => expandPath(store, item, [step, ...rest], path));
	}
	if (!isRecord(value)) throw refuse(path);
	const included = step === "refunds" && value.object === "charge" ? refundsOf(store, value) : null;
	const inner = included ?? value[step];
	if (inner === undefined) throw refuse(path);
	return { ...value, [step]: expandPath(store, inner, rest, path) };
}

function refuse(path: string): ParameterError {
	return new ParameterError("", null, `This property cannot be expanded (${path}).`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null;
}

function refundsOf(store: Store, { id }: Record<string, unknown>) {
	const all = store.list(refunds).filter(({ charge }) => charge === id);
	const shown = all.slice(0, includedListLength).map(renderRefund);
	return renderList(`/v1/charges/${id}/refunds`, shown, all.length > includedListLength);
}

function find(store: Store, id: string): unknown {
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
	const entry = store.get(balanceTransactions, id);
	return entry && renderBalanceTransaction(entry);
}
