import { eq } from "drizzle-orm";
import fc from "fast-check";
import type { Account } from "#contract/roles.ts";
import { orderMails } from "#worker/db/schema.ts";
import type { Shop } from "#worker/shop/context.ts";
import { placeOrder } from "#worker/shop/orders/place.ts";
import { findOrder } from "#worker/shop/orders/read.ts";
import { deleteOrder } from "#worker/shop/orders/remove.ts";
import { confirmPayment } from "#worker/shop/payments/settle.ts";
import { startPayment } from "#worker/shop/payments/start.ts";
import { sweepPayments } from "#worker/shop/payments/sweep.ts";
import { receiveEvent } from "#worker/shop/payments/webhook.ts";
import { openLocalShop } from "../support/local-shop.ts";
import { openLocalStripe } from "../support/local-stripe.ts";
import { auditMoney } from "../support/money-audit.ts";
import { readLedger } from "../support/stock-ledger.ts";
import { intentIdOf } from "../support/stripe.ts";
import { attempt, type Gate, killAt, openShop } from "./actors.ts";

const put = 20;
const priceCents = 1_999 * 4;
/** When each payment is due again, however often it was looked at. */
const later = () => Date.now() + 2 * 24 * 60 * 60 * 1000;

/** One order of four pieces, its payment opened; a shop and a Stripe of its own. */
async function setScene() {
	const local = openLocalShop();
	const stripe = openLocalStripe();
	const shopper: Account = await local.addAccount();
	const productId = await local.addProduct(put);
	const shopOf = (account: Account | null, gate: Gate = () => undefined) =>
		openShop(local, stripe, account, gate);
	const shop = shopOf(shopper);
	const order = await placeOrder(shop, {
		productId,
		quantity: 4,
		location: "Here",
		phone: "1",
		idempotencyKey: null,
	});
	const secret = await startPayment(shop, priceCents, order);
	return { local, stripe, shopper, shopOf, productId, order, secret, intent: intentIdOf(secret) };
}

type Scene = Awaited<ReturnType<typeof setScene>>;

/** What somebody does about one payment; `shop` is their own, its round trips watched. */
const acts = {
	charge: (_: Shop, { stripe, secret }: Scene) => stripe.charge(secret),
	confirm: (shop: Shop, { order, intent }: Scene) => confirmPayment(shop, order, intent),
	cancel: (shop: Shop, { order }: Scene) => deleteOrder(shop, order),
	sweep: (shop: Shop) => sweepPayments(shop, later()),
	async webhook(shop: Shop, { stripe, order }: Scene) {
		for (const { body, signature } of await stripe.readWebhooks(order)) {
			await receiveEvent(shop, body, signature);
		}
	},
	async secondTab(shop: Shop, { stripe, order }: Scene) {
		await stripe.charge(await startPayment(shop, priceCents, order));
	},
	async bank(_: Shop, { stripe, secret, intent }: Scene) {
		if ((await stripe.charge(secret, "pm_card_processing")).ok) {
			await stripe.decide(intent, "succeeded");
		}
	},
};

type ActName = keyof typeof acts;
const actNames: ActName[] = [
	"charge",
	"confirm",
	"cancel",
	"sweep",
	"webhook",
	"secondTab",
	"bank",
];

/** The sweep comes until nothing is left for it: what was killed or lost is made good then. */
async function recover({ shopOf }: Scene) {
	for (let turn = 0; turn < 2; turn++) await sweepPayments(shopOf(null), later());
}

/** @throws Error that names what is wrong once all is over @returns what became of the money */
async function inspect(scene: Scene) {
	const shop = scene.shopOf(null);
	const money = await auditMoney(shop.db, await scene.stripe.readLedger());
	const { stock, held } = await readLedger(shop, scene.productId);
	const order = await findOrder(shop, scene.order);
	const receipts = await shop.db.$count(orderMails, eq(orderMails.kind, "receipt"));
	const problems = [
		...money.lost.map((id) => `${id} is lost`),
		...(stock + held === put ? [] : [`stock ${stock} + held ${held} is not ${put}`]),
		...(order || held === 0 ? [] : ["pieces are held by nothing"]),
		...(receipts === (order?.paidAt ? 1 : 0) ? [] : [`${receipts} receipts`]),
	];
	if (problems.length > 0) throw new Error(problems.join("; "));
	return money;
}

export type Sums = { interleavings: number; payments: number; paidOnce: number; refunded: number };

const startSums = (): Sums => ({ interleavings: 0, payments: 0, paidOnce: 0, refunded: 0 });

const add = (sums: Sums, { payments, paidOnce, refunded }: Omit<Sums, "interleavings">) => {
	sums.interleavings++;
	sums.payments += payments;
	sums.paidOnce += paidOnce;
	sums.refunded += refunded;
};

/** Kills an act before its round trip number `point`, on an order whose card is charged. @returns null when it has no such trip */
async function killAct(name: ActName, point: number) {
	const scene = await setScene();
	if (name !== "secondTab") await scene.stripe.charge(scene.secret);
	const { gate, over } = killAt(point, () => undefined);
	const end = await over(attempt(acts[name](scene.shopOf(scene.shopper, gate), scene)));
	await recover(scene);
	const money = await inspect(scene);
	scene.local.close();
	return end === "killed" ? money : null;
}

/** Kills an act at each of its points. @returns the sums @throws Error when money or pieces are lost */
export async function killEverywhere(name: ActName): Promise<Sums> {
	const sums = startSums();
	for (let point = 0; ; point++) {
		const money = await killAct(name, point);
		if (money === null) return sums;
		add(sums, money);
	}
}

/** Runs all of `second` just before round trip number `point` of `first`. @returns null when `first` has no such trip */
async function injectAct(first: ActName, second: ActName, point: number) {
	const scene = await setScene();
	let trips = 0;
	let reached = false;
	const gate = async () => {
		if (trips++ !== point) return;
		reached = true;
		await attempt(acts[second](scene.shopOf(scene.shopper), scene));
	};
	await attempt(acts[first](scene.shopOf(scene.shopper, gate), scene));
	await scene.stripe.charge(scene.secret);
	await recover(scene);
	const money = await inspect(scene);
	scene.local.close();
	return reached ? money : null;
}

/** Injects every act at every point of every other. @returns the sums @throws Error when money or pieces are lost */
export async function injectAll(): Promise<Sums> {
	const sums = startSums();
	for (const first of actNames) {
		for (const second of actNames) {
			for (let point = 0; ; point++) {
				const money = await injectAct(first, second, point);
				if (money === null) break;
				add(sums, money);
			}
		}
	}
	return sums;
}

/** Acts that take round trips of the shop. */
export const killable = ["confirm", "webhook", "sweep", "cancel", "secondTab"] as const;

const never = 1_000;
const plan = fc.record({
	act: fc.constantFrom(...actNames),
	/** Round trip before which the process is killed; mostly none. */
	killed: fc.oneof(
		{ weight: 3, arbitrary: fc.constant(never) },
		{ weight: 1, arbitrary: fc.nat(8) },
	),
});

/**
 * Lets two to five people work on one payment at once, their round trips in a random order, some killed in between.
 * @param runs interleavings
 * @returns the sums over all runs
 * @throws with the shortest plan and order of round trips that loses money or pieces, and its seed
 */
export async function checkPaymentRaces(runs: number): Promise<Sums> {
	const sums = startSums();
	const race = fc.asyncProperty(
		fc.scheduler(),
		fc.array(plan, { minLength: 2, maxLength: 5 }),
		async (scheduler, plans) => {
			const scene = await setScene();
			const turn = (who: string) => (asked: string[]) =>
				scheduler.schedule(Promise.resolve(), `${who}: ${asked.join("; ").slice(0, 40)}`);
			const work = plans.map(async ({ act, killed }) => {
				await turn(act)(["begins"]);
				const { gate, over } = killAt(killed, turn(act));
				await over(attempt(acts[act](scene.shopOf(scene.shopper, gate), scene)));
			});
			await scheduler.waitFor(Promise.all(work));
			await recover(scene);
			add(sums, await inspect(scene));
			scene.local.close();
		},
	);
	await fc.assert(race, { numRuns: runs });
	return sums;
}
