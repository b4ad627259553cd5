import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sweepAll } from "../../tests/crash/inspect.ts";
import { startMemory } from "../../tests/crash/memory.ts";
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
import { type Item, part } from "./item.ts";

const none = startSums();
/** Buyers over HTTP, so many at once; each lives every story. */
const [buyers, atOnce] = [60, 12];

/** @throws Error that names what is lost */
async function payOverHttp(): Promise<Sums> {
	const folder = await mkdtemp(join(tmpdir(), "torque-payments-"));
	const shop = await startMortalShop(folder);
	try {
		await shop.migrate();
		const till = openTill(shop, await createProduct(shop, { quantity: 1_000_000 }));
		const stories = tellStories(till, startMemory());
		let left = buyers;
		const live = async () => {
			while (left-- > 0) {
				const buyer = await createAccount(shop);
				for (const story of stories) await story(buyer);
			}
		};
		await Promise.all(Array.from({ length: atOnce }, live));
		await sweepAll(shop);
		const { lost, ...money } = await till.audit();
		if (lost.length > 0) throw new Error(`lost: ${lost.join(", ")}`);
		return { interleavings: buyers * stories.length, ...money };
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
	size: 1000,
	async run(size, tell) {
		const flaws: string[] = [];
		const [log, error] = [console.log, console.error];
		const quietly = async <Result>(run: () => Promise<Result>, otherwise: Result) => {
			Object.assign(console, { log: () => undefined, error: () => undefined });
			const result = await part(flaws, run, otherwise);
			Object.assign(console, { log, error });
			return result;
		};
		const found = [await quietly(() => injectAll(), none)];
		tell("acts at each point of each other");
		found.push(...(await quietly(killAllEverywhere, [])));
		tell("kills at each point");
		found.push(await quietly(() => checkPaymentRaces(size), none));
		tell(`${size} random histories`);
		found.push(await part(flaws, payOverHttp, none));
		const sum = (name: keyof Sums) => found.reduce((all, sums) => all + sums[name], 0);
		const difference = sum("differenceCents") / 100;
		if (difference > 0) flaws.push(`the books differ by ${difference.toFixed(2)}`);
		tell(`Stripe's books and the shop's: difference ${difference.toFixed(2)}`);
		const figures = {
			"histories tried": sum("interleavings"),
			payments: sum("payments"),
			"paid once": sum("paidOnce"),
			"refunded or taken by a dispute": sum("refunded"),
			"waiting and shown": sum("waiting"),
			"of other programs, left alone": sum("foreign"),
			"difference in dollars": difference.toFixed(2),
		};
		return { figures, flaw: "lost", flaws };
	},
};
