import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { createVisitorFetch } from "../support/shop.ts";
import { checkInvariants } from "./invariants.ts";
import { type KillableShop, startKillableShop } from "./killable-shop.ts";
import { killUnderLoad } from "./load.ts";
import { createWorkloadLog } from "./workload-log.ts";

const initialStock = 1_000_000;
const shopperCount = 12;
/** The range of the random number of responses before a kill. The minimum covers part of each scenario, the maximum all scenarios. */
const [minResponses, maxResponses] = [48, 200];

/** Connects the shoppers to a restarted shop, which has another port. Their sessions are still valid. */
const reconnect = ({ url }: KillableShop, shoppers: TestAccount[]): TestAccount[] =>
	shoppers.map((shopper) => ({
		...shopper,
		fetch: createVisitorFetch(url, { Cookie: `session=${shopper.session}`, Origin: url }),
	}));

async function startFirstShop(dataFolder: string) {
	const shop = await startKillableShop(dataFolder);
	await shop.migrate();
	const product = await createProduct(shop, { quantity: initialStock });
	const tools = [
		await createProduct(shop, { quantity: initialStock, partNumber: "TQ-1" }),
		await createProduct(shop, { quantity: initialStock, partNumber: "TQ-2", minimum: 1 }),
		await createProduct(shop, {
			quantity: initialStock,
			partNumber: "TQ-3",
			priceBreaks: [[30, 1_100]],
		}),
	];
	const shoppers = await Promise.all(
		Array.from({ length: shopperCount }, () => createAccount(shop)),
	);
	return { shop, product, tools, shoppers };
}

/**
 * Repeatedly kills workerd during orders, basket checkouts, payments, cancellations and refunds, restarts it on the same data folder, and
 * checks the invariants. Needs a build and Linux.
 * @param onKill - called after each kill and its checks
 * @returns the totals of all kills
 */
export async function killRepeatedly(
	kills: number,
	onKill: (kill: number) => void = () => undefined,
) {
	const dataFolder = await mkdtemp(join(tmpdir(), "torque-crash-"));
	const log = createWorkloadLog();
	const first = await startFirstShop(dataFolder);
	const { product, tools, shoppers } = first;
	const productIds = [product, ...tools].map(({ id }) => id);
	let { shop } = first;
	const sums = { kills: 0, interrupted: 0, payments: 0, usedPayments: 0, refunded: 0 };
	const violations = new Set<string>();
	try {
		while (sums.kills < kills) {
			sums.interrupted += await killUnderLoad(shop, {
				product,
				tools,
				log,
				shoppers: reconnect(shop, shoppers),
				// A new admin each time, because refunds require a recent sign-in.
				admin: await createAdmin(shop),
				responsesBeforeKill: randomInt(minResponses, maxResponses),
			});
			await shop.stop();
			sums.kills++;
			shop = await startKillableShop(dataFolder);
			const result = await checkInvariants(shop, productIds, initialStock, log);
			const { violations: newViolations, ...payments } = result;
			for (const violation of newViolations) violations.add(violation);
			Object.assign(sums, payments);
			onKill(sums.kills);
		}
	} finally {
		await shop.stop();
		await rm(dataFolder, { recursive: true });
	}
	const checkouts = [...log.submittedBaskets.values()];
	return {
		...sums,
		responses: log.responseCount,
		orders: log.placedOrders.size,
		checkouts: checkouts.filter(({ checkoutId }) => checkoutId !== null).length,
		refundsByAdmins: log.refunds.filter(({ isConfirmed }) => isConfirmed).length,
		canceled: log.canceledOrders.size,
		violations: [...violations, ...log.failures],
	};
}
