import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { createVisitorFetch } from "../support/shop.ts";
import { inspect } from "./inspect.ts";
import { killUnderLoad } from "./load.ts";
import { startMemory } from "./memory.ts";
import { type MortalShop, startMortalShop } from "./runtime.ts";

const put = 1_000_000;
const crowd = 12;
/** Answers between a start and the kill, at random: soon enough to be cut off in the middle of anything. */
const [fewest, most] = [12, 150];

/** A shop started again listens elsewhere; the session in the cookie lives on. */
const moveTo = ({ url }: MortalShop, buyers: TestAccount[]): TestAccount[] =>
	buyers.map((buyer) => ({
		...buyer,
		fetch: createVisitorFetch(url, { Cookie: `session=${buyer.session}`, Origin: url }),
	}));

async function openFirst(data: string) {
	const shop = await startMortalShop(data);
	await shop.migrate();
	const product = await createProduct(shop, { quantity: put });
	const joining = Array.from({ length: crowd }, () => createAccount(shop));
	return { shop, product, buyers: await Promise.all(joining) };
}

/**
 * Kills workerd under a load of orders, payments and cancellations, starts it again on the same data and inspects
 * that, over and over. Needs a build; Linux.
 * @param tell called after each inspection
 * @returns the figures over all lives
 */
export async function crash(kills: number, tell: (kill: number) => void = () => undefined) {
	const folder = await mkdtemp(join(tmpdir(), "torque-crash-"));
	const memory = startMemory();
	const first = await openFirst(folder);
	const { product, buyers } = first;
	let { shop } = first;
	const sums = { kills: 0, cutOff: 0, payments: 0, paidOnce: 0, refunded: 0 };
	const violations = new Set<string>();
	try {
		while (sums.kills < kills) {
			const answers = randomInt(fewest, most);
			const here = moveTo(shop, buyers);
			sums.cutOff += await killUnderLoad(shop, product, here, memory, answers);
			await shop.stop();
			sums.kills++;
			shop = await startMortalShop(folder);
			const { violations: found, ...money } = await inspect(shop, product.id, put, memory);
			for (const violation of found) violations.add(violation);
			Object.assign(sums, money);
			tell(sums.kills);
		}
	} finally {
		await shop.stop();
		await rm(folder, { recursive: true });
	}
	return {
		...sums,
		answers: memory.answers,
		orders: memory.placed.size,
		cancelled: memory.cancelled.size,
		violations: [...violations, ...memory.failures],
	};
}
