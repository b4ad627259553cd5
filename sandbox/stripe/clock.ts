import * as v from "valibot";
import type { SandboxContext } from "../env.ts";
import type { DocumentKind, Store } from "../store.ts";

const clockOffset: DocumentKind<number> = { name: "stripe-clock", schema: v.number() };
const documentId = "ahead";

/** Returns how far the sandbox's clock is ahead of the real time. */
export function readClockOffsetMs(store: Store): number {
	return store.get(clockOffset, documentId) ?? 0;
}

/** Returns the time on the sandbox's clock, in ms since 1970: the real time unless a test advanced the clock. */
export function nowMs({ store }: Pick<SandboxContext, "store">): number {
	return Date.now() + readClockOffsetMs(store);
}

/** Returns the time on the sandbox's clock as a Unix timestamp in seconds, which Stripe's API uses. */
export function nowSeconds(context: Pick<SandboxContext, "store">): number {
	return Math.floor(nowMs(context) / 1000);
}

/** Advances the sandbox's clock, without running the tasks that become due. */
export function advanceClock({ store }: Pick<SandboxContext, "store">, ms: number): void {
	store.put(clockOffset, documentId, readClockOffsetMs(store) + ms);
}
