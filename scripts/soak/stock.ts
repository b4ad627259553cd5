import { checkStockModel } from "../../tests/model/stock-model.ts";
import { injectRace, races, type StockSums } from "../../tests/model/stock-races.ts";
import { rush } from "../../tests/model/stock-rush.ts";
import { openLocalShop } from "../../tests/support/local-shop.ts";
import { createProduct } from "../../tests/support/products.ts";
import { startShop } from "../../tests/support/shop.ts";
import { readLedger } from "../../tests/support/stock-ledger.ts";
import { attempt, type Item, sumOf } from "./item.ts";

const none: StockSums = { interleavings: 0, sold: 0, refused: 0 };
const [buyers, lastPieces] = [200, 37];

/** @throws Error when not exactly the last pieces were sold */
async function rushForTheLast(): Promise<StockSums> {
	const shop = await startShop({ alone: true });
	try {
		const { id } = await createProduct(shop, { quantity: lastPieces, minimum: 1 });
		const { won, lost } = await rush(shop, id, buyers, 1);
		const { stock, held } = await readLedger(shop, id);
		if (won !== lastPieces || stock !== 0 || held !== lastPieces) {
			throw new Error(`rush: ${won} of ${lastPieces} sold, ${stock} in stock, ${held} in orders`);
		}
		return { interleavings: 1, sold: won, refused: lost.length };
	} finally {
		await shop.stop();
	}
}

/** Races at each point, random sequences against the model, and a rush over HTTP. `size`: sequences. */
export const stock: Item = {
	title: "Stock",
	size: 3000,
	async run(size, log) {
		const flaws: string[] = [];
		const local = openLocalShop();
		const found = [await attempt(flaws, () => checkStockModel(local, size), none)];
		log(`${size} sequences`);
		for (const race of races) found.push(await attempt(flaws, () => injectRace(local, race), none));
		log("races at each point");
		found.push(await attempt(flaws, rushForTheLast, none));
		const figures = {
			"interleavings tried": sumOf(found, "interleavings"),
			sold: sumOf(found, "sold"),
			refused: sumOf(found, "refused"),
		};
		return { figures, flaw: "oversold", flaws };
	},
};
