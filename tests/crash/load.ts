import type { TestAccount } from "../support/accounts.ts";
import { openTill } from "../support/checkout.ts";
import type { Memory } from "./memory.ts";
import type { MortalShop } from "./runtime.ts";
import { tellStories } from "./stories.ts";

/**
 * Buyers order, pay and cancel at once until the shop has given so many answers: then it is killed, with whatever
 * the others have under way.
 * @param answers after which it is killed
 * @returns how many requests were under way when it was killed
 */
export async function killUnderLoad(
	shop: MortalShop,
	product: { id: string },
	buyers: TestAccount[],
	memory: Memory,
	answers: number,
): Promise<number> {
	let [left, underWay, cut] = [answers, 0, 0];
	let dead = false;

	function count({ status }: Response) {
		memory.answers++;
		if (status >= 500) memory.failures.push(`answered ${status}`);
		if (--left > 0 || dead) return;
		dead = true;
		cut = underWay;
		shop.kill();
	}

	const watched =
		(fetch: TestAccount["fetch"]): TestAccount["fetch"] =>
		async (path, init) => {
			underWay++;
			const answer = await fetch(path, init).finally(() => underWay--);
			count(answer);
			return answer;
		};

	const till = openTill({ ...shop, sandbox: watched(shop.sandbox) }, product);
	const stories = tellStories(till, memory);

	async function live(buyer: TestAccount, first: number) {
		for (let at = first; !dead; at++) {
			const story = stories[at % stories.length];
			try {
				await story?.({ ...buyer, fetch: watched(buyer.fetch) });
			} catch (error) {
				if (!dead) memory.failures.push(`${story?.name}: ${error}`);
			}
		}
	}
	await Promise.all(buyers.map(live));
	return cut;
}
