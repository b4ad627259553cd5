import { randomInt } from "node:crypto";
import { getCode } from "../../scripts/support/user-error.ts";
import type { TestAccount } from "../support/accounts.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { createBasketScenarios } from "./basket-scenarios.ts";
import { type CheckoutScenario, createCheckoutScenarios } from "./checkout-scenarios.ts";
import type { KillableShop } from "./killable-shop.ts";
import type { WorkloadLog } from "./workload-log.ts";

/** The longest random delay of a kill. Without a delay, workerd would be idle when it is killed, because this process would still be handling the response. */
const maxKillDelayMs = 60;

type Load = {
	/** The product of orders for a single tool. */
	product: { id: string };
	/** The products of basket checkouts. */
	tools: Parameters<typeof createBasketScenarios>[1];
	shoppers: TestAccount[];
	/** The admin who makes the refunds. */
	admin: TestAccount;
	log: WorkloadLog;
	/** Number of responses after which the shop is killed. */
	responsesBeforeKill: number;
};

/**
 * Lets shoppers order, pay and cancel concurrently, and kills the shop while requests are in flight.
 * @returns how many shoppers had a request in flight
 */
export async function killUnderLoad(
	shop: KillableShop,
	{ product, tools, shoppers, admin, log, responsesBeforeKill }: Load,
): Promise<number> {
	let remainingResponses = responsesBeforeKill;
	let interruptedCount = 0;

	function countResponse({ status }: Response) {
		log.responseCount++;
		if (status >= 500) log.failures.push(`responded with ${status}`);
		if (--remainingResponses === 0) shop.kill(randomInt(maxKillDelayMs));
	}

	const withResponseCount =
		(fetch: TestAccount["fetch"]): TestAccount["fetch"] =>
		async (path, init) => {
			const response = await fetch(path, init);
			countResponse(response);
			return response;
		};

	const checkout = createCheckoutHelpers(
		{ ...shop, sandbox: withResponseCount(shop.sandbox) },
		product,
	);
	const withCountedFetch = (account: TestAccount) => ({
		...account,
		fetch: withResponseCount(account.fetch),
	});
	const basketScenarios = createBasketScenarios(checkout, tools, withCountedFetch(admin), log);
	const scenarios = [...createCheckoutScenarios(checkout, log), ...basketScenarios.scenarios];

	/** @returns whether the shop is still running */
	async function runScenario(shopper: TestAccount, scenario: CheckoutScenario): Promise<boolean> {
		try {
			await scenario(withCountedFetch(shopper));
			return true;
		} catch (error) {
			const isKilled = remainingResponses <= 0 && error instanceof TypeError;
			if (!isKilled) log.failures.push(`${scenario.name}: ${error}`);
			else if (getCode(error.cause) !== "ECONNREFUSED") interruptedCount++;
			return !isKilled && remainingResponses > 0;
		}
	}

	async function runUntilKilled(shopper: TestAccount, firstIndex: number) {
		if (!(await runScenario(shopper, basketScenarios.submitAgain))) return;
		for (let index = firstIndex; ; index++) {
			const scenario = scenarios[index % scenarios.length];
			if (!scenario || !(await runScenario(shopper, scenario))) return;
		}
	}
	await Promise.all([
		runScenario(admin, basketScenarios.retryRefunds),
		...shoppers.map(runUntilKilled),
	]);
	return interruptedCount;
}
