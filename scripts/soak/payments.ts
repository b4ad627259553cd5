import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sweepFollowed } from "../../tests/crash/inspect.ts";
import { startMemory } from "../../tests/crash/memory.ts";
import { tellRefundStories } from "../../tests/crash/refund-stories.ts";
import { startMortalShop } from "../../tests/crash/runtime.ts";
import { tellStories } from "../../tests/crash/stories.ts";
import {
	checkPaymentRaces,
	injectAll,
	killAllEverywhere,
	type Sums,
	startSums,
} from "../../tests/model/payment-races.ts";
import { createAccount } from "../../tests/support/accounts.ts";
import { openTill } from "../../tests/support/checkout.ts";
import { createProduct } from "../../tests/support/products.ts";
import { attempt, type Item, sumOf } from "./item.ts";

const none = startSums();
/** How often every story runs over HTTP, and how many at once. */
const [rounds, atOnce] = [20, 12];

/** @throws Error that names what is lost */
async function payOverHttp(): Promise<Sums> {
	const folder = await mkdtemp(join(tmpdir(), "torque-payments-"));
	const shop = await startMortalShop(folder);
	try {
		await shop.migrate();
		const till = openTill(shop, await createProduct(shop, { quantity: 1_000_000 }));
		const stories = [
			...tellStories(till, startMemory()).map(
				(story) => async () => story(await createAccount(shop)),
			),
			...tellRefundStories(till),
		];
		const waiting = Array.from({ length: rounds }, () => stories)
			.flat()
			.values();
		const live = async () => {
			for (const story of waiting) await story();
		};
		await Promise.all(Array.from({ length: atOnce }, live));
		await sweepFollowed(shop);
		const { lost, ...money } = await till.audit();
		if (lost.length > 0) throw new Error(`lost: ${lost.join(", ")}`);
		return { interleavings: rounds * stories.length, ...money };
	} finally {
		await shop.stop();
		await rm(folder, { recursive: true });
	}
}

/**
 * Every act injected at, and killed before, each round trip of every other; random histories of refunds, disputes, other programs'
 * payments, saved errors and kills (`size`); buyers over HTTP. Stripe's books and the shop's are compared after each.
 */
export const payments: Item = {
	title: "Payments",
	size: 1200,
	async run(size, log) {
		const flaws: string[] = [];
		const found = [await attempt(flaws, () => injectAll(), none)];
		log("acts at each point of each other");
		found.push(...(await attempt(flaws, killAllEverywhere, [])));
		log("kills at each point");
		found.push(await attempt(flaws, () => checkPaymentRaces(size), none));
		log(`${size} random histories`);
		found.push(await attempt(flaws, payOverHttp, none));
		const difference = (sumOf(found, "differenceCents") / 100).toFixed(2);
		if (Number(difference) > 0) flaws.push(`the accounts differ by ${difference}`);
		log(`Stripe's payments and the shop's: difference ${difference}`);
		const figures = {
			"histories tried": sumOf(found, "interleavings"),
			payments: sumOf(found, "payments"),
			"paid once": sumOf(found, "paidOnce"),
			"refunded or taken by a dispute": sumOf(found, "refunded"),
			"waiting and shown": sumOf(found, "waiting"),
			"of other programs, left alone": sumOf(found, "foreign"),
			"difference in dollars": difference,
		};
		return { figures, flaw: "lost", flaws };
	},
};
