import { randomInt } from "node:crypto";
import { codeOf } from "../../scripts/support/user-error.ts";
import type { TestAccount } from "../support/accounts.ts";
import { createCheckout } from "../support/checkout.ts";
import { type CheckoutScenario, createCheckoutScenarios } from "./checkout-scenarios.ts";
import type { ConfirmedWrites } from "./confirmed-writes.ts";
import type { KillableShop } from "./killable-shop.ts";

/** The longest random delay of a kill: right after a response, this process is busy and workerd is idle. */
const maxKillDelayMs = 60;

/**
 * Lets shoppers order, pay and cancel concurrently, and kills the shop while requests are in flight.
 * @param responsesBeforeKill number of responses after which the shop is killed
 * @returns how many shoppers had a request in flight
 */
export async function killUnderLoad(
	shop: KillableShop,
	product: { id: string },
	shoppers: TestAccount[],
	confirmed: ConfirmedWrites,
	responsesBeforeKill: number,
): Promise<number> {
	let remaining = responsesBeforeKill;
	let interrupted = 0;

	function countResponse({ status }: Response) {
		confirmed.responses++;
		if (status >= 500) confirmed.failures.push(`responded with ${status}`);
		if (--remaining === 0) shop.kill(randomInt(maxKillDelayMs));
	}

	const withResponseCount =
		(fetch: TestAccount["fetch"]): TestAccount["fetch"] =>
		async (path, init) => {
			const response = await fetch(path, init);
			countResponse(response);
			return response;
		};

	const checkout = createCheckout({ ...shop, sandbox: withResponseCount(shop.sandbox) }, product);
	const scenarios = createCheckoutScenarios(checkout, confirmed);

	/** @returns whether the shop is still running */
	async function runScenario(shopper: TestAccount, scenario: CheckoutScenario): Promise<boolean> {
		try {
			await scenario({ ...shopper, fetch: withResponseCount(shopper.fetch) });
			return true;
		} catch (error) {
			const isKilled = remaining <= 0 && error instanceof TypeError;
			if (!isKilled) confirmed.failures.push(`${scenario.name}: ${error}`);
			else if (codeOf(error.cause) !== "ECONNREFUSED") interrupted++;
			return !isKilled && remaining > 0;
		}
	}

	async function runUntilKilled(shopper: TestAccount, firstIndex: number) {
		for (let index = firstIndex; ; index++) {
			const scenario = scenarios[index % scenarios.length];
			if (!scenario || !(await runScenario(shopper, scenario))) return;
		}
	}
	await Promise.all(shoppers.map(runUntilKilled));
	return interrupted;
}
