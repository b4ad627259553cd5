import { expect, test } from "vitest";
import { createEnvWithResponse } from "../../tests/support/stripe-response.ts";
import { listBalanceTransactions } from "./balance.ts";

const transaction = {
	id: "txn_1",
	object: "balance_transaction",
	amount: 500,
	fee: 30,
	currency: "usd",
	reporting_category: "charge",
	created: 1_700_000_000,
	source: null,
};

test.each([
	["the last page", { data: [transaction], has_more: false }, 1, false],
	["an empty page", { data: [], has_more: true }, 1, false],
	["the maximum number of pages", { data: [transaction], has_more: true }, 30, true],
])("reads balance transactions until %s", async (_, list, count, isTruncated) => {
	const { env, requests } = createEnvWithResponse({ object: "list", ...list });
	const result = await listBalanceTransactions(env, new Date(0), new Date());
	expect(result.isTruncated).toBe(isTruncated);
	expect(result.transactions).toHaveLength(list.data.length * count);
	expect(requests).toHaveLength(count);
});
