import { ShopError } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import type { Shop } from "#worker/shop/context.ts";
import { type LocalShop, withEnv } from "../support/local-shop.ts";
import type { LocalStripe } from "../support/local-stripe.ts";
import type { Watcher } from "../support/sqlite-d1.ts";

/** Called before each round trip to the database or to Stripe, with its statements or its request. */
export type RoundTripHook = (requests: string[]) => Promise<void> | void;

/**
 * Creates the context of a request to a local shop with a local Stripe mock. Round trips to both call `beforeRoundTrip`.
 * @param watchDatabase called instead of `beforeRoundTrip` before round trips to the database
 */
export function createHookedContext(
	localShop: LocalShop,
	stripe: LocalStripe,
	account: Account | null,
	beforeRoundTrip: RoundTripHook,
	watchDatabase: Watcher = beforeRoundTrip,
): Shop {
	const shop = localShop.createContext(account, watchDatabase);
	const SANDBOX = stripe.createBinding((request) => beforeRoundTrip([request]));
	return withEnv(shop, { SANDBOX });
}

/** @returns whether the action succeeded; false for a ShopError @throws any other error, which is a bug */
export async function attempt(action: Promise<unknown>): Promise<boolean> {
	try {
		await action;
		return true;
	} catch (error) {
		if (error instanceof ShopError) return false;
		throw error;
	}
}

type Injection<Fixture> = {
	create: () => Promise<Fixture>;
	act: (fixture: Fixture, hook: RoundTripHook) => Promise<unknown>;
	inject: (fixture: Fixture) => Promise<unknown>;
	/** @param message names the round trip, for assertions */
	check: (fixture: Fixture, message: string) => Promise<void>;
};

/** Runs `inject` before each round trip of `act`, each time with another fixture, then `check`. @returns how many round trips there were */
export async function injectAtEachRoundTrip<Fixture>({
	create,
	act,
	inject,
	check,
}: Injection<Fixture>): Promise<number> {
	for (let index = 0; ; index++) {
		const fixture = await create();
		let roundTrips = 0;
		const beforeRoundTrip = async () => {
			if (roundTrips++ === index) await attempt(inject(fixture));
		};
		await attempt(act(fixture, beforeRoundTrip));
		if (roundTrips <= index) return index;
		await check(fixture, `round trip ${index}`);
	}
}

/**
 * Simulates that the process is killed before a round trip: that round trip and all later ones never complete.
 * @param index of the round trip, from 0
 * @returns the hook, and `untilKilled`, which resolves to the work's result, or to "killed" after the kill
 */
export function killBefore(index: number, beforeRoundTrip: RoundTripHook = () => undefined) {
	let roundTrips = 0;
	let kill = () => {};
	const killed = new Promise<"killed">((resolve) => {
		kill = () => resolve("killed");
	});
	return {
		beforeRoundTrip: async (requests: string[]) => {
			if (roundTrips++ < index) return beforeRoundTrip(requests);
			kill();
			await new Promise(() => {});
		},
		untilKilled: <Result>(work: Promise<Result>) => Promise.race([work, killed]),
	};
}
