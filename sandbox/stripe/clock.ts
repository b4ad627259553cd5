import * as v from "valibot";
import type { SandboxContext } from "../env.ts";
import type { Kind, Store } from "../store.ts";

const kind: Kind<number> = { name: "stripe-clock", schema: v.number() };
const only = "ahead";

/** Returns how far the sandbox's clock is ahead of the real one, in ms. */
export function clockAhead(store: Store): number {
	return store.get(kind, only) ?? 0;
}

/** Returns the time by the sandbox's clock, in ms since 1970: the real time unless a test has moved it on. */
export function clockMs({ store }: Pick<SandboxContext, "store">): number {
	return Date.now() + clockAhead(store);
}

/** Returns the time as Stripe writes it: whole seconds since 1970, by the sandbox's clock. */
export function unixNow(context: Pick<SandboxContext, "store">): number {
	return Math.floor(clockMs(context) / 1000);
}

/** Moves the sandbox's clock on by `ms`; the caller runs what becomes due. */
export function advanceClock({ store }: Pick<SandboxContext, "store">, ms: number): void {
	store.put(kind, only, clockAhead(store) + ms);
}
