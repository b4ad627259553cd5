import { createHash } from "node:crypto";
import { readContents } from "../support/database-contents.ts";
import { type PaymentFixture, recover } from "./payment-fixture.ts";
import { checkInvariants } from "./payment-invariants.ts";

/**
 * Returns a hash of all rows of the shop and of Stripe. Random ids are first replaced by numbers, in the order in which they occur,
 * and times by minutes from now.
 */
async function hashState({ localShop, stripe, orderIds, productIds, intentId }: PaymentFixture) {
	const now = Date.now();
	const formatMinutes = (time: string) => {
		const ms = time.length === 13 ? Number(time) : Number(time) * 1000;
		return `${Math.round((ms - now) / 60_000)} min`;
	};
	const numbers = new Map<string, string>();
	const getNumber = (id: string) => {
		const number = numbers.get(id) ?? `#${numbers.size}`;
		numbers.set(id, number);
		return number;
	};
	const rows = await readContents(localShop.d1);
	const text = `${JSON.stringify([orderIds, productIds, intentId, rows])} ${stripe.readDocuments()}`
		.replace(/\b1\d{12}\b|\b1\d{9}\b/g, formatMinutes)
		.replace(/[\w-]{20,}/g, getNumber);
	return createHash("sha256").update(text).digest("hex");
}

const outcomesByHash = new Map<string, Awaited<ReturnType<typeof checkInvariants>>>();

/**
 * Lets the shop recover, and checks it. The result depends only on the state of the shop and of Stripe. Most kills and interleavings lead
 * to the same few states, so each state is checked only once.
 * @throws Error if money or pieces are lost
 */
export async function recoverAndCheck(fixture: PaymentFixture) {
	const stateHash = await hashState(fixture);
	const cachedOutcome = outcomesByHash.get(stateHash);
	if (cachedOutcome) return cachedOutcome;
	await recover(fixture);
	const outcome = await checkInvariants(fixture);
	outcomesByHash.set(stateHash, outcome);
	return outcome;
}
