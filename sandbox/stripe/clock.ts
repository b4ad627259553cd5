import * as v from "valibot";
import type { World } from "../env.ts";
import type { Kind, Store } from "../store.ts";

const kind: Kind<number> = { name: "stripe-clock", schema: v.number() };
const only = "ahead";

/** Gives how far the double's clock is ahead of the real one, in ms. */
export function clockAhead(store: Store): number {
	return store.get(kind, only) ?? 0;
}

/** Gives the time by the double's clock, in ms since 1970: the real time unless a test has moved it on. */
export function clockMs({ store }: Pick<World, "store">): number {
	return Date.now() + clockAhead(store);
}

/** Gives the time as Stripe writes it: whole seconds since 1970, by the double's clock. */
export function unixNow(world: Pick<World, "store">): number {
	return Math.floor(clockMs(world) / 1000);
}

/** Moves the double's clock on by `ms`; what comes due by that is the caller's to run. */
export function moveClock({ store }: Pick<World, "store">, ms: number): void {
	store.put(kind, only, clockAhead(store) + ms);
}
