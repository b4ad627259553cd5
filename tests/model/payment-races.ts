import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { orders, products } from "#worker/db/schema.ts";
import { moveStock } from "#worker/shop/catalogue/stock.ts";
import {
	type ActionName,
	allActions,
	allCheckoutActions,
	paymentActions,
	priorActions,
	shopActionNames,
} from "./payment-actions.ts";
import {
	createCheckoutFixture,
	createPaidFixture,
	createPaymentFixture,
	initialStock,
	type PaymentFixture,
} from "./payment-fixture.ts";
import { addTotals, createSums, type Sums } from "./payment-invariants.ts";
import { recoverAndCheck } from "./recovered-states.ts";
import { attempt, createReusable, killBefore } from "./round-trip-hook.ts";

type Reusable = Awaited<ReturnType<typeof createReusable<PaymentFixture>>>;

const actionsThatCharge: ActionName[] = ["payInSecondTab", "payCheckoutInSecondTab"];

/**
 * Runs an action, and kills the process before one of its round trips.
 * @returns null if the action has no such round trip
 */
async function killAction(fixture: PaymentFixture, name: ActionName, index: number) {
	const { beforeRoundTrip, untilKilled } = killBefore(index);
	const result = await untilKilled(attempt(paymentActions[name](fixture, beforeRoundTrip)));
	return result === "killed" ? recoverAndCheck(fixture) : null;
}

/** Deletes the order, as if an older backup had been restored. Its payment then has to be refunded. */
async function loseOrder({ db, orderId }: PaymentFixture) {
	await db.delete(orders).where(eq(orders.id, orderId));
	const change = sql`${initialStock} - ${products.quantity}`;
	await moveStock(db, { change, reason: "correction" }, undefined);
}

/**
 * Runs an action on an order whose card is charged, and kills the process before each round trip of the action.
 * @param priorNames - the actions to run first
 * @param create - creates the fixture: by default one with a single order
 * @throws Error if money or pieces are lost
 */
export async function killAtEachRoundTrip(
	name: ActionName,
	priorNames: ActionName[] = [],
	isOrderLost = false,
	create: () => Promise<PaymentFixture> = createPaymentFixture,
): Promise<Sums> {
	const sums = createSums();
	const reusable = await createReusable(async () => {
		const fixture = await create();
		if (!actionsThatCharge.includes(name)) await fixture.stripe.chargeCard(fixture.secret);
		for (const priorName of priorNames) await attempt(paymentActions[priorName](fixture));
		if (isOrderLost) await loseOrder(fixture);
		return fixture;
	});
	for (let index = 0; ; index++) {
		const totals = await killAction(reusable.reset(), name, index);
		if (totals === null) break;
		addTotals(sums, totals);
	}
	reusable.close();
	return sums;
}

/**
 * Kills the process before each round trip of every action, after each list of prior actions.
 * @returns the sums of each run
 */
export async function killAllActions(): Promise<Sums[]> {
	const sums: Sums[] = [];
	for (const priorNames of Object.values(priorActions)) {
		for (const name of shopActionNames) sums.push(await killAtEachRoundTrip(name, priorNames));
	}
	for (const name of ["webhook", "sweep"] as const) {
		sums.push(await killAtEachRoundTrip(name, [], true));
		sums.push(await killAtEachRoundTrip(name, ["refundPartly"], true));
	}
	return sums;
}

/**
 * Runs `second` just before a round trip of `first`.
 * @param index - the index of the round trip
 * @returns the totals of the payments; null if `first` has no such round trip
 */
async function interleaveActions(
	reusable: Reusable,
	first: ActionName,
	second: ActionName,
	index: number,
) {
	const fixture = reusable.reset();
	let roundTrips = 0;
	let hasRunSecond = false;
	const beforeRoundTrip = async () => {
		if (roundTrips++ !== index) return;
		hasRunSecond = true;
		await attempt(paymentActions[second](fixture));
	};
	await attempt(paymentActions[first](fixture, beforeRoundTrip));
	if (!hasRunSecond) return null;
	await fixture.stripe.chargeCard(fixture.secret);
	return recoverAndCheck(fixture);
}

/**
 * Runs each action just before each round trip of each of the shop's actions.
 * @throws Error if money or pieces are lost
 */
export async function interleaveAllActions(
	secondActions: ActionName[] = allActions,
	firstActions: readonly ActionName[] = shopActionNames,
	create: () => Promise<PaymentFixture> = createPaymentFixture,
): Promise<Sums> {
	const sums = createSums();
	const reusable = await createReusable(create);
	for (const first of firstActions) {
		for (const second of secondActions) {
			for (let index = 0; ; index++) {
				const totals = await interleaveActions(reusable, first, second, index);
				if (totals === null) break;
				addTotals(sums, totals);
			}
		}
	}
	reusable.close();
	return sums;
}

/** An index that the round trips of no action reach, so that the action is not killed. */
const unreachableIndex = 1_000;
const createPlannedAction = (names: ActionName[]) =>
	fc.record({
		name: fc.constantFrom(...names),
		/** Index of the round trip before which the process is killed, or `unreachableIndex`. */
		killIndex: fc.oneof(
			{ weight: 3, arbitrary: fc.constant(unreachableIndex) },
			{ weight: 1, arbitrary: fc.nat(24) },
		),
	});

type RaceOptions = {
	/** Whether to run up to ten actions, half of the time on an order that is already paid. */
	isLong?: boolean;
	/** Whether the payment is for a checkout of three orders. */
	isCheckout?: boolean;
	/** Runs the same interleavings each time. By default, they are random. */
	seed?: number;
};

async function createPaidCheckoutFixture() {
	const fixture = await createCheckoutFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	await fixture.confirm();
	return fixture;
}

/** @returns a fixture whose payment is not charged yet, and one whose orders are paid */
const createRaceFixtures = ({ isCheckout }: RaceOptions) =>
	Promise.all(
		[
			isCheckout ? createCheckoutFixture : createPaymentFixture,
			isCheckout ? createPaidCheckoutFixture : createPaidFixture,
		].map(createReusable),
	);

/**
 * Runs two to seven actions (with `isLong`, up to ten) on one payment concurrently, with their round trips in random order. Kills
 * some of the actions before one of their round trips.
 * @param runs - number of random interleavings
 * @throws Error with the shortest sequence of round trips that loses money or pieces, and its seed
 */
export async function checkPaymentRaces(runs: number, options: RaceOptions = {}): Promise<Sums> {
	const sums = createSums();
	const [unpaid, paid] = await createRaceFixtures(options);
	if (!unpaid || !paid) throw new Error("The fixtures are missing.");
	const race = fc.asyncProperty(
		fc.scheduler(),
		fc.array(createPlannedAction(options.isCheckout ? allCheckoutActions : allActions), {
			minLength: 2,
			maxLength: options.isLong ? 10 : 7,
		}),
		fc.boolean(),
		async (scheduler, actions, isPaidAtStart) => {
			const fixture = (options.isLong && isPaidAtStart ? paid : unpaid).reset();
			const waitForTurn = (name: string) => (requests: string[]) =>
				scheduler.schedule(Promise.resolve(), `${name}: ${requests.join("; ").slice(0, 40)}`);
			const running = actions.map(async ({ name, killIndex }) => {
				await waitForTurn(name)(["starts"]);
				const { beforeRoundTrip, untilKilled } = killBefore(killIndex, waitForTurn(name));
				await untilKilled(attempt(paymentActions[name](fixture, beforeRoundTrip)));
			});
			await scheduler.waitFor(Promise.all(running));
			addTotals(sums, await recoverAndCheck(fixture));
		},
	);
	const { seed } = options;
	await fc.assert(race, { numRuns: runs, ...(seed !== undefined && { seed }) });
	for (const { close } of [unpaid, paid]) close();
	return sums;
}
