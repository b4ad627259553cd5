import type { Store } from "../store.ts";
import { charges, paymentIntents, paymentMethods } from "./objects.ts";
import { renderCharge, renderIntent, renderMethod } from "./render.ts";

/** Puts the objects themselves where an answer names them by id (docs.stripe.com/api/expanding_objects). */
export function expand(store: Store, answer: unknown, paths: string[]): unknown {
	return paths.reduce((value, path) => expandPath(store, value, path.split(".")), answer);
}

function expandPath(store: Store, value: unknown, [step = "", ...rest]: string[]): unknown {
	if (step === "") return typeof value === "string" ? (find(store, value) ?? value) : value;
	if (typeof value === "string") return expandPath(store, find(store, value), [step, ...rest]);
	if (Array.isArray(value)) return value.map((item) => expandPath(store, item, [step, ...rest]));
	if (!isRecord(value)) return value;
	return { ...value, [step]: expandPath(store, value[step], rest) };
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
