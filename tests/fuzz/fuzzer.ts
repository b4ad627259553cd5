import type { NamedRows } from "../api/contract/input-case.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { digestTables } from "../support/database-contents.ts";
import { createProduct } from "../support/products.ts";
import type { TestShop } from "../support/shop.ts";
import { createRequests, type FuzzRequest } from "./requests.ts";

/** Some requests sign an account out or delete it, so each round creates new accounts. */
const requestsPerRound = 100;
/** Internals of the server that no response may contain: a stack trace or a database error. */
const internals = /\n\s+at \S|\.(?:ts|js):\d+|D1_ERROR|SQLITE_/;

type Senders = Record<
	FuzzRequest["sender"],
	(path: string, init?: RequestInit) => Promise<Response>
>;

async function createFixture(shop: TestShop): Promise<{ senders: Senders; existing: NamedRows }> {
	const [shopper, admin] = [await createAccount(shop), await createAdmin(shop)];
	await createAdmin(shop);
	const product = await createProduct(shop, { quantity: 100_000 });
	const orderId = await createCheckoutHelpers(shop, product).placeOrder(shopper);
	return {
		senders: { visitor: shop.fetch, shopper: shopper.fetch, admin: admin.fetch },
		existing: { product, order: { id: orderId }, accounts: { shopper } },
	};
}

const send = (
	{ sender, method, path, contentType, body, rawBody }: FuzzRequest,
	senders: Senders,
) =>
	senders[sender](path, {
		method,
		headers: { "Content-Type": contentType },
		...(body === null ? {} : { body: rawBody ? new Uint8Array(rawBody) : body }),
	});

const describeRequest = ({ sender, method, path, body }: FuzzRequest) =>
	`${sender}: ${method} ${path} ${body?.slice(0, 200) ?? ""}`;

/** Returns whether a request changes the tables three times in a row. A single change may come from background work of an earlier request. */
async function changesTables(
	shop: TestShop,
	senders: Senders,
	request: FuzzRequest,
): Promise<boolean> {
	for (let attempts = 0; attempts < 3; attempts++) {
		const previousDigest = await digestTables(shop);
		await (await send(request, senders)).arrayBuffer();
		if ((await digestTables(shop)) === previousDigest) return false;
	}
	return true;
}

export type FuzzResult = { requestCount: number; rejectedCount: number; violations: string[] };

/**
 * Sends random requests to all API calls and forms. It is a violation if a response has a 5xx status or contains a stack
 * trace or a database error, or if a rejected request changes the database.
 * @param count - the number of requests
 * @param seed - the same seed sends the same requests
 */
export async function fuzz(shop: TestShop, count: number, seed: number): Promise<FuzzResult> {
	const result: FuzzResult = { requestCount: 0, rejectedCount: 0, violations: [] };
	for (let round = 0; round * requestsPerRound < count; round++) {
		const { senders, existing } = await createFixture(shop);
		let digest = await digestTables(shop);
		for (const request of createRequests(
			existing,
			Math.min(requestsPerRound, count - round * requestsPerRound),
			seed + round,
		)) {
			const response = await send(request, senders);
			const text = await response.text();
			result.requestCount++;
			if (response.status >= 500) {
				result.violations.push(`status ${response.status} for ${describeRequest(request)}`);
			}
			if (internals.test(text)) {
				result.violations.push(`a stack trace or database error for ${describeRequest(request)}`);
			}
			const previousDigest = digest;
			digest = await digestTables(shop);
			if (response.status < 400) continue;
			result.rejectedCount++;
			if (digest === previousDigest) continue;
			if (await changesTables(shop, senders, request)) {
				result.violations.push(
					`rejected with ${response.status}, but changed the database: ${describeRequest(request)}`,
				);
			}
			digest = await digestTables(shop);
		}
	}
	return result;
}
