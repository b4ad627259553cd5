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
	killable,
	killEverywhere,
	type Sums,
} from "../../tests/model/payment-races.ts";
import { createAccount } from "../../tests/support/accounts.ts";
import { openTill } from "../../tests/support/checkout.ts";
import { createProduct } from "../../tests/support/products.ts";
import { type Item, part } from "./item.ts";

const none: Sums = { interleavings: 0, payments: 0, paidOnce: 0, refunded: 0 };
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

/** Acts at, and kills before, each round trip of others; random interleavings (`size`); buyers over HTTP. */
export const payments: Item = {
	title: "Payments",
	size: 1000,
	async run(size, tell) {
		const flaws: string[] = [];
		const found = [await part(flaws, injectAll, none)];
		for (const act of killable) {
			found.push(await part(flaws, () => killEverywhere(act), none));
		}
		tell("acts and kills at each point");
		found.push(await part(flaws, () => checkPaymentRaces(size), none));
		tell(`${size} random interleavings`);
		found.push(await part(flaws, payOverHttp, none));
		const sum = (name: keyof Sums) => found.reduce((all, sums) => all + sums[name], 0);
		const figures = {
			"interleavings tried": sum("interleavings"),
			payments: sum("payments"),
			"paid once": sum("paidOnce"),
			refunded: sum("refunded"),
		};
		return { figures, flaw: "lost", flaws };
	},
};
