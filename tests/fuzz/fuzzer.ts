import { createAccount, createAdmin } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { asJson, type TestShop } from "../support/shop.ts";
import { digestTables } from "../support/table-digest.ts";
import { type Known, makeTries, type Try } from "./requests.ts";

/** Tries by one set of accounts: some of them sign out, or lose their account. */
const roundLength = 100;
/** What only a program says: a stack, or the words of the database. */
const leak = /\n\s+at \S|\.(?:ts|js):\d+|D1_ERROR|SQLITE_/;

type Cast = Record<Try["by"], (path: string, init?: RequestInit) => Promise<Response>>;

async function createFixture(shop: TestShop): Promise<{ cast: Cast; known: Known }> {
	const [shopper, admin] = [await createAccount(shop), await createAdmin(shop)];
	await createAdmin(shop);
	const { id: productId } = await createProduct(shop, { quantity: 100_000 });
	const order = {
		toolId: productId,
		email: shopper.email,
		quantity: 10,
		location: "Bay",
		phone: "1",
	};
	const placed = await shopper.fetch("/orders", asJson(order));
	const orderId = /"insertedId":"(\w+)"/.exec(await placed.text())?.[1] ?? "";
	return {
		cast: { nobody: shop.fetch, shopper: shopper.fetch, admin: admin.fetch },
		known: { productId, orderId, email: shopper.email },
	};
}

const send = ({ by, method, path, type, body, raw }: Try, cast: Cast) =>
	cast[by](path, {
		method,
		headers: { "Content-Type": type },
		...(body === null ? {} : { body: raw ? new Uint8Array(raw) : body }),
	});

const describeTry = ({ by, method, path, body }: Try) =>
	`${by}: ${method} ${path} ${body?.slice(0, 200) ?? ""}`;

/** Background work of an earlier request may fall between two looks: only what happens again is the request's own. */
async function changesSomething(shop: TestShop, cast: Cast, attempt: Try): Promise<boolean> {
	for (let looks = 0; looks < 3; looks++) {
		const before = await digestTables(shop);
		await (await send(attempt, cast)).arrayBuffer();
		if ((await digestTables(shop)) === before) return false;
	}
	return true;
}

export type Fuzzed = { requests: number; refused: number; violations: string[] };

/**
 * Sends requests of every kind to every call and form: none may be answered 5xx or show a stack, and a refused one
 * may change nothing.
 * @param count how many @param seed the same requests again
 */
export async function fuzz(shop: TestShop, count: number, seed: number): Promise<Fuzzed> {
	const found: Fuzzed = { requests: 0, refused: 0, violations: [] };
	for (let round = 0; round * roundLength < count; round++) {
		const { cast, known } = await createFixture(shop);
		let digest = await digestTables(shop);
		for (const attempt of makeTries(known, Math.min(roundLength, count), seed + round)) {
			const response = await send(attempt, cast);
			const text = await response.text();
			found.requests++;
			if (response.status >= 500)
				found.violations.push(`${response.status} to ${describeTry(attempt)}`);
			if (leak.test(text)) found.violations.push(`a stack to ${describeTry(attempt)}`);
			const before = digest;
			digest = await digestTables(shop);
			if (response.status < 400) continue;
			found.refused++;
			if (digest === before) continue;
			if (await changesSomething(shop, cast, attempt)) {
				found.violations.push(
					`refused with ${response.status}, yet changed: ${describeTry(attempt)}`,
				);
			}
			digest = await digestTables(shop);
		}
	}
	return found;
}
