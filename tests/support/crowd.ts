import { createAccount, type TestAccount } from "./accounts.ts";
import type { RunningShop } from "./shop.ts";

/** @returns so many signed-in shoppers, made twenty at a time */
export async function createAccounts(shop: RunningShop, count: number): Promise<TestAccount[]> {
	const buyers: TestAccount[] = [];
	for (let done = 0; done < count; done += 20) {
		const some = Array.from({ length: Math.min(20, count - done) }, () => createAccount(shop));
		buyers.push(...(await Promise.all(some)));
	}
	return buyers;
}
