import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCheckoutScenarios } from "../../tests/crash/checkout-scenarios.ts";
import { createConfirmedWrites } from "../../tests/crash/confirmed-writes.ts";
import { killRepeatedly } from "../../tests/crash/crash.ts";
import { sweepFollowedPayments } from "../../tests/crash/invariants.ts";
import { startKillableShop } from "../../tests/crash/killable-shop.ts";
import { createRefundScenarios } from "../../tests/crash/refund-scenarios.ts";
import { soakEdge } from "../../tests/edge/soak.ts";
import { fuzz } from "../../tests/fuzz/fuzzer.ts";
import {
	checkPaymentRaces,
	injectAll,
	killAllEverywhere,
} from "../../tests/model/payment-races.ts";
import { checkStockModel } from "../../tests/model/stock-model.ts";
import { injectRace, races } from "../../tests/model/stock-races.ts";
import { rush } from "../../tests/model/stock-rush.ts";
import { createAccount } from "../../tests/support/accounts.ts";
import { createCheckout } from "../../tests/support/checkout.ts";
import { countUnits } from "../../tests/support/count-units.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { createProduct } from "../../tests/support/products.ts";
import { startShop } from "../../tests/support/shop.ts";
import { messageOf } from "../support/user-error.ts";

/** Name → how often, each counted over all parts of an item. */
type Sums = Record<string, number>;
type Findings = { sums: Sums; violations: string[] };

export type Item = {
	title: string;
	/** How much of it, unless the command says otherwise. */
	size: number;
	/** What it looks for: the name of the last figure, which should be 0. */
	violation: string;
	run(size: number, log: (progress: string) => void): Promise<Findings>;
};

function openParts() {
	const found: Findings = { sums: {}, violations: [] };
	/** Runs a part without the shop's log lines. What it throws is a violation. */
	async function attempt(run: () => Promise<Sums | Sums[]>): Promise<void> {
		const { log, error } = console;
		Object.assign(console, { log: () => undefined, error: () => undefined });
		try {
			for (const [name, count] of [await run()].flat().flatMap(Object.entries<number>)) {
				found.sums[name] = (found.sums[name] ?? 0) + count;
			}
		} catch (thrown) {
			found.violations.push(messageOf(thrown));
		} finally {
			Object.assign(console, { log, error });
		}
	}
	return { attempt, found };
}

const [buyers, lastPieces] = [200, 37];

async function rushForTheLast(): Promise<Sums> {
	const shop = await startShop({ isolated: true });
	try {
		const { id } = await createProduct(shop, { quantity: lastPieces, minimum: 1 });
		const { won, lost } = await rush(shop, id, buyers, 1);
		const { stock, ordered } = await countUnits(shop, id);
		if (won !== lastPieces || stock !== 0 || ordered !== lastPieces) {
			throw new Error(
				`rush: ${won} of ${lastPieces} sold, ${stock} in stock, ${ordered} in orders`,
			);
		}
		return { interleavings: 1, sold: won, rejected: lost.length };
	} finally {
		await shop.stop();
	}
}

/** How often every scenario runs over HTTP, and how many at once. */
const [rounds, atOnce] = [20, 12];

async function payOverHttp(): Promise<Sums> {
	const folder = await mkdtemp(join(tmpdir(), "torque-payments-"));
	const shop = await startKillableShop(folder);
	try {
		await shop.migrate();
		const checkout = createCheckout(shop, await createProduct(shop, { quantity: 1_000_000 }));
		const scenarios = [
			...createCheckoutScenarios(checkout, createConfirmedWrites()).map(
				(scenario) => async () => scenario(await createAccount(shop)),
			),
			...createRefundScenarios(checkout),
		];
		const waiting = Array.from({ length: rounds }, () => scenarios)
			.flat()
			.values();
		const live = async () => {
			for (const scenario of waiting) await scenario();
		};
		await Promise.all(Array.from({ length: atOnce }, live));
		await sweepFollowedPayments(shop);
		const { lost, ...money } = await checkout.auditMoney();
		if (lost.length > 0) throw new Error(`lost: ${lost.join(", ")}`);
		return { interleavings: rounds * scenarios.length, ...money };
	} finally {
		await shop.stop();
		await rm(folder, { recursive: true });
	}
}

/** Longer histories of the edge find no more, and a short one is repeated sooner. */
const actsPerHistory = 250;

export const items: Record<string, Item> = {
	/** Races at each point, random sequences against the model (`size`), and a rush over HTTP. */
	stock: {
		title: "Stock",
		size: 3000,
		violation: "oversold",
		async run(size, log) {
			const local = createLocalShop();
			const { attempt, found } = openParts();
			await attempt(() => checkStockModel(local, size));
			log(`${size} sequences`);
			for (const race of races) await attempt(() => injectRace(local, race));
			log("races at each point");
			await attempt(rushForTheLast);
			return found;
		},
	},
	/**
	 * Every act injected at, and killed before, each round trip of every other; random histories of refunds, disputes, other apps'
	 * payments, saved errors and kills (`size`); buyers over HTTP. Stripe's books and the shop's are compared after each.
	 */
	payments: {
		title: "Payments",
		size: 1200,
		violation: "lost",
		async run(size, log) {
			const { attempt, found } = openParts();
			await attempt(() => injectAll());
			log("acts at each point of each other");
			await attempt(killAllEverywhere);
			log("kills at each point");
			await attempt(() => checkPaymentRaces(size));
			log(`${size} random histories`);
			await attempt(payOverHttp);
			const cents = found.sums.differenceCents ?? 0;
			if (cents > 0) found.violations.push(`the accounts differ by ${cents} cents`);
			return found;
		},
	},
	/** workerd killed under load and started again. `size`: kills. */
	crash: {
		title: "Crash",
		size: 50,
		violation: "violations",
		async run(size, log) {
			const { violations, ...sums } = await killRepeatedly(size, (kill) => {
				if (kill % 5 === 0) log(`${kill} kills`);
			});
			return { sums, violations };
		},
	},
	/** Requests of every kind to every call and form. `size`: how many. */
	requests: {
		title: "Requests",
		size: 10_000,
		violation: "5xx, stacks or changes",
		async run(size, log) {
			const shop = await startShop({ isolated: true });
			const seed = Date.now() % 1_000_000;
			log(`seed ${seed}`);
			try {
				const { requests, rejected, violations } = await fuzz(shop, size, seed);
				return { sums: { requests, rejected }, violations };
			} finally {
				await shop.stop();
			}
		},
	},
	/** Writes, visits and sign-ins with mocks of Workers Cache and of lagging replicas. `size`: acts, in all histories. */
	edge: {
		title: "Edge",
		size: 10_000,
		violation: "older than promised, lost purges or lost sign-ins",
		async run(size, log) {
			const { attempt, found } = openParts();
			const histories = Math.ceil(size / actsPerHistory);
			const first = Date.now() % 1_000_000;
			log(`seeds from ${first}`);
			for (let history = 0; history < histories; history += 1) {
				await attempt(() => soakEdge(actsPerHistory, first + history));
				if (history % 10 === 9) log(`${history + 1} histories`);
			}
			found.sums.histories = histories;
			return found;
		},
	},
};
