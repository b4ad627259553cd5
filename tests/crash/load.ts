import { randomInt } from "node:crypto";
import { codeOf } from "../../scripts/support/user-error.ts";
import type { TestAccount } from "../support/accounts.ts";
import { createCheckout } from "../support/checkout.ts";
import { type CheckoutScenario, createCheckoutScenarios } from "./checkout-scenarios.ts";
import type { ConfirmedWrites } from "./confirmed-writes.ts";
import type { KillableShop } from "./killable-shop.ts";

/** The kill is delayed at random, because right after a response this process is busy and workerd is idle. */
const maxKillDelayMs = 60;

/**
 * Shoppers order, pay and cancel concurrently. After a number of responses, the shop is killed while requests are in
 * flight.
 * @param responses number of responses before the kill
 * @returns how many shoppers had a request in flight
 */
export async function killUnderLoad(
	shop: KillableShop,
	product: { id: string },
	shoppers: TestAccount[],
	confirmed: ConfirmedWrites,
	responses: number,
): Promise<number> {
	let [remaining, interrupted] = [responses, 0];

	function countResponse({ status }: Response) {
		confirmed.responses++;
		if (status >= 500) confirmed.failures.push(`responded with ${status}`);
		if (--remaining === 0) shop.kill(randomInt(maxKillDelayMs));
	}

	const counted =
		(fetch: TestAccount["fetch"]): TestAccount["fetch"] =>
		async (path, init) => {
			const response = await fetch(path, init);
			countResponse(response);
			return response;
		};

	const checkout = createCheckout({ ...shop, sandbox: counted(shop.sandbox) }, product);
	const scenarios = createCheckoutScenarios(checkout, confirmed);

	/** @returns whether the shop is still running */
	async function runScenario(shopper: TestAccount, scenario: CheckoutScenario): Promise<boolean> {
		try {
			await scenario({ ...shopper, fetch: counted(shopper.fetch) });
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
