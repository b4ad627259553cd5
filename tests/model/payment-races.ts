import { eq } from "drizzle-orm";
import fc from "fast-check";
import { orderMails, orders, products } from "#worker/db/schema.ts";
import { findOrder } from "#worker/shop/orders/read.ts";
import { countUnits } from "../support/count-units.ts";
import { auditMoney, type MoneyAudit } from "../support/money-audit.ts";
import { attempt, killAt } from "./actors.ts";
import { type ActName, allActs, befores, killable, paymentActs } from "./payment-acts.ts";
import { createPaymentFixture, type PaymentFixture, put } from "./payment-fixture.ts";

/** The sweep and Stripe's repeated webhooks come until nothing is left for them: what was killed or lost is made good then. */
async function recover(fixture: PaymentFixture) {
	for (let turn = 0; turn < 3; turn++) {
		await attempt(fixture.deliver());
		await fixture.sweep();
	}
}

/** @throws Error that names what is wrong once all is over @returns what became of the money */
async function inspect(fixture: PaymentFixture) {
	const shop = fixture.shopOf(null);
	const money = await auditMoney(shop.db, await fixture.stripe.readLedger());
	const { stock, ordered } = await countUnits(shop, fixture.productId);
	const order = await findOrder(shop, fixture.order);
	const receipts = await shop.db.$count(orderMails, eq(orderMails.kind, "receipt"));
	const problems = [
		...money.lost.map((what) => `lost: ${what}`),
		...(money.differenceCents === 0 ? [] : [`the books differ by ${money.differenceCents}`]),
		...(stock + ordered === put ? [] : [`stock ${stock} + held ${ordered} is not ${put}`]),
		...(order || ordered === 0 ? [] : ["pieces are held by nothing"]),
		...(receipts === (order?.paidAt ? 1 : 0) ? [] : [`${receipts} receipts`]),
	];
	if (problems.length > 0) throw new Error(problems.join("; "));
	return money;
}

export type Sums = { interleavings: number } & Omit<MoneyAudit, "lost">;

/** What no history has added to yet. */
const startSums = (): Sums => ({
	interleavings: 0,
	payments: 0,
	paidOnce: 0,
	refunded: 0,
	waiting: 0,
	otherApps: 0,
	differenceCents: 0,
});

function add(sums: Sums, money: Omit<MoneyAudit, "lost">) {
	sums.interleavings++;
	sums.payments += money.payments;
	sums.paidOnce += money.paidOnce;
	sums.refunded += money.refunded;
	sums.waiting += money.waiting;
	sums.otherApps += money.otherApps;
	sums.differenceCents += money.differenceCents;
}

/** Kills an act before its round trip number `point`, on an order whose card is charged. @returns null when it has no such trip */
async function killAct(name: ActName, before: ActName[], isGone: boolean, point: number) {
	const fixture = await createPaymentFixture();
	if (name !== "secondTab") await fixture.stripe.chargeCard(fixture.secret);
	for (const act of before) await attempt(paymentActs[act](fixture));
	if (isGone) await loseOrder(fixture);
	const { gate, over } = killAt(point, () => undefined);
	const end = await over(attempt(paymentActs[name](fixture, gate)));
	await recover(fixture);
	const money = await inspect(fixture);
	fixture.local.close();
	return end === "killed" ? money : null;
}

/** The order goes without a word, as in a restored backup, so that its payment has to go back. */
async function loseOrder({ db, order }: PaymentFixture) {
	await db.delete(orders).where(eq(orders.id, order));
	await db.update(products).set({ quantity: put });
}

/** Kills an act at each of its points. @returns the sums @throws Error when money or pieces are lost */
export async function killEverywhere(
	name: ActName,
	before: ActName[] = [],
	isGone = false,
): Promise<Sums> {
	const sums = startSums();
	for (let point = 0; ; point++) {
		const money = await killAct(name, before, isGone, point);
		if (money === null) return sums;
		add(sums, money);
	}
}

/** Kills every act at each of its points, after whatever may have happened to the payment. @returns the sums of each */
export async function killAllEverywhere(): Promise<Sums[]> {
	const all: Sums[] = [];
	for (const before of Object.values(befores)) {
		for (const act of killable) all.push(await killEverywhere(act, before));
	}
	for (const act of ["webhook", "sweep"] as const) {
		all.push(await killEverywhere(act, [], true));
		all.push(await killEverywhere(act, ["refundPart"], true));
	}
	return all;
}

/** Runs all of `second` just before round trip number `point` of `first`. @returns null when `first` has no such trip */
async function injectAct(first: ActName, second: ActName, point: number) {
	const fixture = await createPaymentFixture();
	let trips = 0;
	let reached = false;
	const gate = async () => {
		if (trips++ !== point) return;
		reached = true;
		await attempt(paymentActs[second](fixture));
	};
	await attempt(paymentActs[first](fixture, gate));
	await fixture.stripe.chargeCard(fixture.secret);
	await recover(fixture);
	const money = await inspect(fixture);
	fixture.local.close();
	return reached ? money : null;
}

/** Injects every act at every point of each that takes round trips of the shop. @returns the sums @throws Error when money or pieces are lost */
export async function injectAll(acts: ActName[] = allActs): Promise<Sums> {
	const sums = startSums();
	for (const first of killable) {
		for (const second of acts) {
			for (let point = 0; ; point++) {
				const money = await injectAct(first, second, point);
				if (money === null) break;
				add(sums, money);
			}
		}
	}
	return sums;
}

const never = 1_000;
const plan = fc.record({
	act: fc.constantFrom(...allActs),
	/** Round trip before which the process is killed; mostly none. */
	killed: fc.oneof(
		{ weight: 3, arbitrary: fc.constant(never) },
		{ weight: 1, arbitrary: fc.nat(12) },
	),
});

/**
 * Lets two to seven people work on one payment at once, their round trips in a random order, some killed in between.
 * @param runs histories
 * @returns the sums over all runs
 * @throws with the shortest plan and order of round trips that loses money or pieces, and its seed
 */
export async function checkPaymentRaces(runs: number): Promise<Sums> {
	const sums = startSums();
	const race = fc.asyncProperty(
		fc.scheduler(),
		fc.array(plan, { minLength: 2, maxLength: 7 }),
		async (scheduler, plans) => {
			const fixture = await createPaymentFixture();
			const turn = (who: string) => (asked: string[]) =>
				scheduler.schedule(Promise.resolve(), `${who}: ${asked.join("; ").slice(0, 40)}`);
			const work = plans.map(async ({ act, killed }) => {
				await turn(act)(["begins"]);
				const { gate, over } = killAt(killed, turn(act));
				await over(attempt(paymentActs[act](fixture, gate)));
			});
			await scheduler.waitFor(Promise.all(work));
			await recover(fixture);
			add(sums, await inspect(fixture));
			fixture.local.close();
		},
	);
	await fc.assert(race, { numRuns: runs });
	return sums;
}
