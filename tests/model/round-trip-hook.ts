import { ShopError } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { toShopError } from "#worker/shop/errors.ts";
import { type LocalShop, withEnv } from "../support/local-shop.ts";
import type { LocalStripe } from "../support/local-stripe.ts";
import { databaseOverloaded, simulateOutage } from "../support/outage.ts";
import type { QueryHook } from "../support/sqlite-d1.ts";

/** Called before each round trip to the database or to Stripe, with its statements or its request. */
export type RoundTripHook = (requests: string[]) => Promise<void> | void;

/**
 * Creates the context of a request to a local shop with a local Stripe mock. Round trips to both call `beforeRoundTrip`.
 * @param beforeDatabaseQuery - called instead of `beforeRoundTrip` before round trips to the database
 */
export function createHookedContext(
	localShop: LocalShop,
	stripe: LocalStripe,
	account: Account | null,
	beforeRoundTrip: RoundTripHook,
	beforeDatabaseQuery: QueryHook = beforeRoundTrip,
): ShopContext {
	const context = localShop.createContext(account, beforeDatabaseQuery);
	const SANDBOX = stripe.createBinding((request) => beforeRoundTrip([request]));
	return withEnv(context, { SANDBOX });
}

/**
 * @returns whether the action succeeded; false for a ShopError
 * @throws any other error, which is a bug
 */
export async function attempt(action: Promise<unknown>): Promise<boolean> {
	try {
		await action;
		return true;
	} catch (error) {
		if (error instanceof ShopError) return false;
		throw error;
	}
}

type Undoable = {
	localShop: Pick<LocalShop, "beginTransaction" | "close">;
	stripe?: Pick<LocalStripe, "beginTransaction">;
};

/** Creates a fixture once. Each call of `reset` undoes all later writes, which is faster than creating another fixture. */
export async function createReusable<Fixture extends Undoable>(create: () => Promise<Fixture>) {
	const fixture = await create();
	const { localShop, stripe } = fixture;
	const rollbacks = [localShop.beginTransaction(), ...(stripe ? [stripe.beginTransaction()] : [])];
	return {
		close: () => localShop.close(),
		reset: () => {
			for (const rollBack of rollbacks) rollBack();
			return fixture;
		},
	};
}

type Injection<Fixture> = {
	create: () => Promise<Fixture>;
	act: (fixture: Fixture, hook: RoundTripHook) => Promise<unknown>;
	inject: (fixture: Fixture) => Promise<unknown>;
	/** @param message - names the round trip, for assertions */
	check: (fixture: Fixture, message: string) => Promise<void>;
};

/**
 * For each round trip of `act`: resets the fixture, runs `act` with `inject` just before that round trip, and then runs `check`.
 * @returns the number of round trips
 */
export async function injectAtEachRoundTrip<Fixture extends Undoable>({
	create,
	act,
	inject,
	check,
}: Injection<Fixture>): Promise<number> {
	const { reset } = await createReusable(create);
	for (let index = 0; ; index++) {
		const fixture = reset();
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
 * Simulates killing the process before a round trip: that round trip and all later ones never complete.
 * @param index - the index of the round trip, from 0
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

const lastingFailure = { failRoundTrips: Infinity, message: databaseOverloaded };

/** The effect of each outage on one round trip, or on that one and all later ones. Whether the shop retries depends on `message`. */
const outages = {
	"the request is lost": { failRoundTrips: 1 },
	"the response is lost after the commit": { failRoundTrips: 1, failAfterCommit: true },
	"the database fails from here on": lastingFailure,
	"the database commits, but no response arrives from here on": {
		...lastingFailure,
		failAfterCommit: true,
	},
};

type Work = (beforeQuery: QueryHook) => Promise<unknown>;

/**
 * @returns whether the round trip was reached
 * @throws any error except a 503, which an outage may cause
 */
async function runInOutage(work: Work, options: Parameters<typeof simulateOutage>[0]) {
	const { beforeQuery, countRoundTrips } = simulateOutage(options);
	await work(beforeQuery).catch((error: unknown) => {
		if (toShopError(error)?.status !== 503) throw error;
	});
	return countRoundTrips() > (options.skipRoundTrips ?? 0);
}

async function runUntilKilled(work: Work, index: number) {
	const { beforeRoundTrip, untilKilled } = killBefore(index);
	return (await untilKilled(work(beforeRoundTrip))) === "killed";
}

/**
 * Makes each database round trip of `work` fail in each way of `outages`, and also kills the process before it.
 * @param reset - undoes the writes of the previous run
 * @param check - called after each failure, with its name for assertions
 * @returns the number of failures
 */
export async function breakEachRoundTrip({
	reset,
	work,
	check,
}: {
	reset: () => void;
	work: Work;
	check: (failure: string) => Promise<void>;
}): Promise<number> {
	let failureCount = 0;
	const outageRuns = Object.entries(outages).map(([name, outage]) => ({
		name,
		run: (skipRoundTrips: number) => runInOutage(work, { ...outage, skipRoundTrips }),
	}));
	const killRun = { name: "killed", run: (index: number) => runUntilKilled(work, index) };
	for (const { name, run } of [...outageRuns, killRun]) {
		for (let index = 0; ; index++) {
			reset();
			if (!(await run(index))) break;
			await check(`${name}, round trip ${index}`);
			failureCount++;
		}
	}
	return failureCount;
}
