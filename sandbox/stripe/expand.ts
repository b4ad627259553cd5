import type { Store } from "../store.ts";
import { charges, paymentIntents, paymentMethods, refunds } from "./objects.ts";
import { renderCharge, renderIntent, renderList, renderMethod, renderRefund } from "./render.ts";

/** Puts the objects themselves where an answer names them by id (docs.stripe.com/api/expanding_objects). */
export function expand(store: Store, answer: unknown, paths: string[]): unknown {
	return paths.reduce((value, path) => expandPath(store, value, path.split(".")), answer);
}

function expandPath(store: Store, value: unknown, [step = "", ...rest]: string[]): unknown {
	if (step === "") return typeof value === "string" ? (find(store, value) ?? value) : value;
	if (typeof value === "string") return expandPath(store, find(store, value), [step, ...rest]);
	if (Array.isArray(value)) return value.map((item) => expandPath(store, item, [step, ...rest]));
	if (!isRecord(value)) return value;
	if (value.object === "charge" && step === "refunds") return withRefunds(store, value);
	return { ...value, [step]: expandPath(store, value[step], rest) };
}

/** Since 2022-11-15 a charge shows its refunds only where they are asked for: the latest ten. */
function withRefunds(store: Store, charge: Record<string, unknown>) {
	const all = store.list(refunds).filter((refund) => refund.charge === charge.id);
	const url = `/v1/charges/${charge.id}/refunds`;
	return {
		...charge,
		refunds: renderList(url, all.slice(0, 10).map(renderRefund), all.length > 10),
	};
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null;
}

function find(store: Store, id: string): unknown {
	const intent = store.get(paymentIntents, id);
	if (intent) return renderIntent(intent);
	const charge = store.get(charges, id);
	if (charge) return renderCharge(charge);
	const method = store.get(paymentMethods, id);
	return method && renderMethod(method);
}
