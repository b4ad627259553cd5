import { randomInt } from "node:crypto";
import { codeOf } from "../../scripts/support/user-error.ts";
import type { TestAccount } from "../support/accounts.ts";
import { createCheckout } from "../support/checkout.ts";
import type { Memory } from "./memory.ts";
import type { MortalShop } from "./runtime.ts";
import { type Story, tellStories } from "./stories.ts";

/** The kill comes from outside, at any moment: right after an answer it is us who are busy, and not workerd. */
const longestGraceMs = 60;

/**
 * Buyers order, pay and cancel at once until the shop has given so many answers: a moment later it is killed, with
 * whatever is under way.
 * @param answers after which it is killed
 * @returns how many buyers were cut off in the middle of a request
 */
export async function killUnderLoad(
	shop: MortalShop,
	product: { id: string },
	buyers: TestAccount[],
	memory: Memory,
	answers: number,
): Promise<number> {
	let [left, cut] = [answers, 0];

	function count({ status }: Response) {
		memory.answers++;
		if (status >= 500) memory.failures.push(`answered ${status}`);
		if (--left === 0) shop.kill(randomInt(longestGraceMs));
	}

	const watched =
		(fetch: TestAccount["fetch"]): TestAccount["fetch"] =>
		async (path, init) => {
			const response = await fetch(path, init);
			count(response);
			return response;
		};

	const checkout = createCheckout({ ...shop, sandbox: watched(shop.sandbox) }, product);
	const stories = tellStories(checkout, memory);

	/** @returns whether the shop still lives */
	async function liveOn(buyer: TestAccount, story: Story): Promise<boolean> {
		try {
			await story({ ...buyer, fetch: watched(buyer.fetch) });
			return true;
		} catch (error) {
			const isCut = left <= 0 && error instanceof TypeError;
			if (!isCut) memory.failures.push(`${story.name}: ${error}`);
			else if (codeOf(error.cause) !== "ECONNREFUSED") cut++;
			return !isCut && left > 0;
		}
	}

	async function live(buyer: TestAccount, first: number) {
		for (let at = first; ; at++) {
			const story = stories[at % stories.length];
			if (!story || !(await liveOn(buyer, story))) return;
		}
	}
	await Promise.all(buyers.map(live));
	return cut;
}
