import { checkoutLinesMax } from "#contract/limits.ts";
import { createCheckoutScenarios } from "../../tests/crash/checkout-scenarios.ts";
import { killRepeatedly } from "../../tests/crash/crash.ts";
import { sweepTrackedPayments } from "../../tests/crash/invariants.ts";
import { createRefundScenarios } from "../../tests/crash/refund-scenarios.ts";
import { createWorkloadLog } from "../../tests/crash/workload-log.ts";
import { soakEdge } from "../../tests/edge/soak.ts";
import { fuzz } from "../../tests/fuzz/fuzzer.ts";
import { importOverHttp } from "../../tests/model/import-soak.ts";
import { orderListsConcurrently } from "../../tests/model/list-rush.ts";
import {
	checkPaymentRaces,
	interleaveAllActions,
	killAllActions,
} from "../../tests/model/payment-races.ts";
import { checkStockModel } from "../../tests/model/stock-model.ts";
import { raceAtEachRoundTrip, races } from "../../tests/model/stock-races.ts";
import { createAccount } from "../../tests/support/accounts.ts";
import { createCheckoutHelpers } from "../../tests/support/checkout.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { createProduct } from "../../tests/support/products.ts";
import { startShop, type TestShop } from "../../tests/support/shop.ts";
import { getMessage } from "../support/user-error.ts";

/** The number of histories in each run of fast-check, which reports the shortest one that fails. */
const historiesPerRun = 250;

type Counts = Record<string, number>;
type Result = { sums: Counts; violations: string[] };

export type SoakTest = {
	/** The default size. The comment of each test says what the size counts. */
	size: number;
	/** Label of the number of violations in the report. */
	violationLabel: string;
	run(size: number, log: (progress: string) => void): Promise<Result>;
};

function createCollector() {
	const result: Result = { sums: {}, violations: [] };
	/** Runs part of a test with the shop's log silenced. Records its counts or, if it throws, a violation. */
	async function recordAttempt(run: () => Promise<Counts | Counts[]>): Promise<void> {
		const { log, error } = console;
		Object.assign(console, { log: () => undefined, error: () => undefined });
		try {
			for (const [name, count] of [await run()].flat().flatMap(Object.entries<number>)) {
				result.sums[name] = (result.sums[name] ?? 0) + count;
			}
		} catch (thrown) {
			result.violations.push(getMessage(thrown));
		} finally {
			Object.assign(console, { log, error });
		}
	}
	return { recordAttempt, result };
}

/** How many times each scenario runs over HTTP, and how many run at the same time. */
const [rounds, concurrency] = [20, 12];

async function withShop<Result>(use: (shop: TestShop) => Promise<Result>): Promise<Result> {
	const shop = await startShop({ isolated: true });
	return use(shop).finally(shop.stop);
}

const payOverHttp = () =>
	withShop(async (shop): Promise<Counts> => {
		const checkout = createCheckoutHelpers(
			shop,
			await createProduct(shop, { quantity: 1_000_000 }),
		);
		const scenarios = [
			...createCheckoutScenarios(checkout, createWorkloadLog()).map(
				(scenario) => async () => scenario(await createAccount(shop)),
			),
			...createRefundScenarios(checkout),
		];
		const queue = Array.from({ length: rounds }, () => scenarios)
			.flat()
			.values();
		const runQueue = async () => {
			for (const scenario of queue) await scenario();
		};
		await Promise.all(Array.from({ length: concurrency }, runQueue));
		await sweepTrackedPayments(shop);
		const { lost, ...money } = await checkout.reconcilePayments();
		if (lost.length > 0) throw new Error(`lost: ${lost.join(", ")}`);
		return { interleavings: rounds * scenarios.length, ...money };
	});

/** Short, because longer histories find no more violations, and a failure in a short one is faster to reproduce. */
const actionsPerHistory = 250;

export const soakTests: Record<string, SoakTest> = {
	/** Runs a race at each round trip of placing an order, and compares `size` random sequences with a model. */
	stock: {
		size: 3000,
		violationLabel: "oversold",
		async run(size, log) {
			const localShop = createLocalShop();
			const { recordAttempt, result } = createCollector();
			await recordAttempt(() => checkStockModel(localShop, size));
			log(`${size} sequences`);
			for (const race of races) await recordAttempt(() => raceAtEachRoundTrip(localShop, race));
			log("races at each round trip");
			return result;
		},
	},
	/**
	 * Runs every action at each round trip of every other action, and kills every action before each of its own round trips.
	 * Then runs `size` random histories, and lets shoppers pay over HTTP. Each run compares Stripe's records with the shop's.
	 */
	payments: {
		size: 1200,
		violationLabel: "lost",
		async run(size, log) {
			const { recordAttempt, result } = createCollector();
			await recordAttempt(() => interleaveAllActions());
			log("actions at each round trip of every other action");
			await recordAttempt(killAllActions);
			log("kills before each round trip");
			await recordAttempt(() => checkPaymentRaces(size));
			log(`${size} random histories`);
			await recordAttempt(payOverHttp);
			const cents = result.sums.differenceCents ?? 0;
			if (cents > 0) result.violations.push(`Stripe and the shop differ by ${cents} cents`);
			return result;
		},
	},
	/** Orders `size` lists of scarce tools concurrently over HTTP. Each list is as long as a checkout allows. */
	baskets: {
		size: 200,
		violationLabel: "oversold, placed in part or rejected without a reason",
		async run(size) {
			const { violations, ...sums } = await withShop((shop) =>
				orderListsConcurrently(shop, size, checkoutLinesMax),
			);
			return { sums: { lists: size, linesOfEach: checkoutLinesMax, ...sums }, violations };
		},
	},
	/** Imports a file of `size` rows over HTTP. */
	import: {
		size: 100_000,
		violationLabel: "lost or repeated",
		async run(size) {
			const { recordAttempt, result } = createCollector();
			await recordAttempt(() => importOverHttp(size));
			return result;
		},
	},
	/**
	 * Runs `size` random histories of one payment, which is for one order or for three. In each history, the shopper, an admin, the sweep,
	 * the bank and Stripe's Dashboard act at the same time, and the Worker is killed before random round trips. Afterward, the shop's
	 * payments, refunds, disputes and sales are compared with Stripe's records.
	 */
	ledger: {
		size: 10_000,
		violationLabel: "violations",
		async run(size, log) {
			const { recordAttempt, result } = createCollector();
			for (let done = 0; done < size; done += historiesPerRun) {
				const runs = Math.min(historiesPerRun, size - done);
				// In every other run, the payment is for a checkout of three orders.
				const isCheckout = (done / historiesPerRun) % 2 === 1;
				await recordAttempt(() => checkPaymentRaces(runs, { isLong: true, isCheckout }));
				if ((done / historiesPerRun) % 4 === 3) log(`${done + historiesPerRun} histories`);
			}
			return result;
		},
	},
	/** Kills workerd under load and starts it again, `size` times. */
	crash: {
		size: 50,
		violationLabel: "violations",
		async run(size, log) {
			const { violations, ...sums } = await killRepeatedly(size, (kill) => {
				if (kill % 5 === 0) log(`${kill} kills`);
			});
			return { sums, violations };
		},
	},
	/** Sends `size` random requests to every call and form. */
	requests: {
		size: 10_000,
		violationLabel: "5xx responses, leaked internal errors or changes by rejected requests",
		async run(size, log) {
			const seed = Date.now() % 1_000_000;
			log(`seed ${seed}`);
			const { requestCount, rejectedCount, violations } = await withShop((shop) =>
				fuzz(shop, size, seed),
			);
			return { sums: { requests: requestCount, rejected: rejectedCount }, violations };
		},
	},
	/** Runs `size` writes, visits and sign-ins, split into short histories, with mocks of Workers Cache and of lagging replicas. */
	edge: {
		size: 10_000,
		violationLabel: "stale past the limit, lost purges or lost sign-ins",
		async run(size, log) {
			const { recordAttempt, result } = createCollector();
			const histories = Math.ceil(size / actionsPerHistory);
			const firstSeed = Date.now() % 1_000_000;
			log(`seeds from ${firstSeed}`);
			for (let history = 0; history < histories; history += 1) {
				await recordAttempt(() => soakEdge(actionsPerHistory, firstSeed + history));
				if (history % 10 === 9) log(`${history + 1} histories`);
			}
			result.sums.histories = histories;
			return result;
		},
	},
};
