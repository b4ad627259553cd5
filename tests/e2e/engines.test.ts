import { afterAll, afterEach, expect, test } from "vitest";
import { findEngines } from "../engines/engines.ts";
import { waitForPath } from "../engines/journeys.ts";
import type { Tab } from "../engines/tab.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const { engines } = await findEngines();
let tab: Tab | undefined;
afterEach(() => tab?.close());
afterAll(() => shop.stop());

/** Only the shortest journey runs by default. `npm test -- engines` runs the others too (docs/decisions/browsers.md). */
test.each(engines)(
	"$name: the search suggests a product and opens it",
	async ({ start }) => {
		const { name, id } = await createProduct(shop);
		tab = await start({ origin: shop.url, width: 1280 });
		await tab.goto("/");
		await tab.fill({ role: "textbox", name: "Find tools" }, name.slice(0, 20));
		await tab.click({ role: "option", name });
		await waitForPath(tab, `/tools/${id}`);
		expect(await tab.getProblems()).toEqual([]);
	},
	180_000,
);
