import { fuzz } from "../../tests/fuzz/fuzzer.ts";
import { startShop } from "../../tests/support/shop.ts";
import type { Item } from "./item.ts";

/** Requests of every kind to every call and form. `size`: how many. */
export const requests: Item = {
	title: "Requests",
	size: 10_000,
	async run(size, tell) {
		const shop = await startShop();
		const seed = Date.now() % 1_000_000;
		try {
			tell(`seed ${seed}`);
			const { requests: sent, refused, flaws } = await fuzz(shop, size, seed);
			return { figures: { requests: sent, refused }, flaw: "5xx, stacks or changes", flaws };
		} finally {
			await shop.stop();
		}
	},
};
