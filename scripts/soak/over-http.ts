import { crash as killRepeatedly } from "../../tests/crash/crash.ts";
import { noSums, soakEdge } from "../../tests/edge/soak.ts";
import { fuzz } from "../../tests/fuzz/fuzzer.ts";
import { startShop } from "../../tests/support/shop.ts";
import { attempt, type Item, sumOf } from "./item.ts";

/** workerd killed under load and started again. `size`: kills. */
export const crash: Item = {
	title: "Crash",
	size: 50,
	async run(size, log) {
		const found = await killRepeatedly(size, (kill) => {
			if (kill % 5 === 0) log(`${kill} kills`);
		});
		const figures = {
			kills: found.kills,
			"requests answered": found.answers,
			"cut off": found.cutOff,
			orders: found.orders,
			cancelled: found.cancelled,
			payments: found.payments,
			"paid once": found.paidOnce,
			refunded: found.refunded,
		};
		return { figures, flaw: "violations", flaws: found.violations };
	},
};

/** Requests of every kind to every call and form. `size`: how many. */
export const requests: Item = {
	title: "Requests",
	size: 10_000,
	async run(size, log) {
		const shop = await startShop({ alone: true });
		const seed = Date.now() % 1_000_000;
		log(`seed ${seed}`);
		try {
			const { requests: sent, refused, flaws } = await fuzz(shop, size, seed);
			return { figures: { requests: sent, refused }, flaw: "5xx, stacks or changes", flaws };
		} finally {
			await shop.stop();
		}
	},
};

/** Longer histories find no more, and a short one is repeated sooner. */
const actsPerHistory = 250;

/** Writes, visits and sign-ins with mocks of Workers Cache and of lagging replicas. `size`: acts, in all histories. */
export const edge: Item = {
	title: "Edge",
	size: 10_000,
	async run(size, log) {
		const flaws: string[] = [];
		const histories = Math.ceil(size / actsPerHistory);
		const first = Date.now() % 1_000_000;
		log(`seeds from ${first}`);
		const found = [];
		for (let history = 0; history < histories; history += 1) {
			const soak = () => soakEdge(actsPerHistory, first + history);
			found.push(await attempt(flaws, soak, noSums));
			if (history % 10 === 9) log(`${history + 1} histories`);
		}
		const figures = {
			histories,
			acts: sumOf(found, "acts"),
			writes: sumOf(found, "writes"),
			"purges refused": sumOf(found, "refused"),
			"pages read": sumOf(found, "pages"),
			"from the edge": sumOf(found, "kept"),
			"out of date within the promise": sumOf(found, "late"),
			"sign-ins": sumOf(found, "signIns"),
		};
		return { figures, flaw: "older than promised, lost purges or lost sign-ins", flaws };
	},
};
