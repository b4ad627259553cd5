import { expect, onTestFinished, test, vi } from "vitest";
import { type Action, actions } from "../../tests/model/outage-actions.ts";
import { createFixture } from "../../tests/model/outage-fixture.ts";
import { attempt, createReusable } from "../../tests/model/round-trip-hook.ts";
import { databaseOverloaded, simulateOutage } from "../../tests/support/outage.ts";
import { smallPicture } from "../../tests/support/pictures.ts";
import { skipPauses } from "../../tests/support/skip-pauses.ts";
import { updateProfile } from "./accounts/profile.ts";
import { deleteProduct } from "./catalogue/edit.ts";
import { getHome, requireProductPage } from "./catalogue/home-and-product-pages.ts";
import type { ShopContext } from "./context.ts";
import { toShopError } from "./errors.ts";
import { storeImage } from "./images/store.ts";
import { placeOrder } from "./orders/place.ts";
import { getOverview } from "./overview/read.ts";
import { getPaymentProblems } from "./payments/read.ts";
import { addReview } from "./reviews/add.ts";
import { deleteReview } from "./reviews/moderate.ts";
import { getStatus } from "./status/read.ts";

skipPauses();

/**
 * Prepares an action. The returned function restores the prepared database, and runs the action during a D1 outage. It returns null if
 * the action makes too few round trips to fail.
 */
async function prepareOutages({ as = "shopper", prepare }: Action) {
	const { reset, close } = await createReusable(async () => {
		const fixture = await createFixture();
		return { ...fixture, run: await prepare(fixture) };
	});
	onTestFinished(close);
	return async (plan: Parameters<typeof simulateOutage>[0]) => {
		const fixture = reset();
		const { run, createContext } = fixture;
		const outage = simulateOutage(plan);
		const error = await run(createContext(fixture[as], outage.beforeQuery)).then(
			() => null,
			(reason: unknown) => reason,
		);
		if (outage.countRoundTrips() <= (plan.skipRoundTrips ?? 0)) return null;
		return { fixture, error, repeat: () => attempt(run(createContext(fixture[as]))) };
	};
}

const actionCases = Object.entries(actions).map(([name, action]) => ({ name, action }));

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

test.each(actionCases)(
	"if D1 fails once at any round trip, the attempt to $name succeeds and is applied once",
	async ({ action }) => {
		const runDuringOutage = await prepareOutages(action);
		for (const failAfterCommit of [false, true]) {
			for (let skipRoundTrips = 0; ; skipRoundTrips++) {
				const plan = { skipRoundTrips, failRoundTrips: 1, failAfterCommit };
				const result = await runDuringOutage(plan);
				if (!result) break;
				expect(result.error, JSON.stringify(plan)).toBeNull();
				await action.check(result.fixture);
			}
		}
	},
	30_000,
);

test.each(actionCases)(
	"if D1 fails at any round trip and all later ones, the attempt to $name fails with 503 and can be repeated",
	async ({ action }) => {
		const runDuringOutage = await prepareOutages(action);
		for (const failAfterCommit of [false, true]) {
			for (let skipRoundTrips = 0; ; skipRoundTrips++) {
				const plan = { skipRoundTrips, failAfterCommit };
				const result = await runDuringOutage(plan);
				if (!result) break;
				expect(toShopError(result.error), JSON.stringify(plan)).toMatchObject({
					status: 503,
				});
				await result.repeat();
				if (!(action.executesRepeats && failAfterCommit)) await action.check(result.fixture);
			}
		}
	},
	30_000,
);

test("pages that read in one batch, which D1 does not retry, work if one round trip fails", async () => {
	const reads: ((
		shop: ShopContext,
		fixture: Awaited<ReturnType<typeof createFixture>>,
	) => Promise<unknown>)[] = [
		(shop) => getHome(shop, 0),
		(shop, { productId }) => requireProductPage(shop, productId, 0),
		(shop, { admin }) => getPaymentProblems({ ...shop, account: admin }),
		(shop, { admin }) => getStatus({ ...shop, account: admin }, new Date(0)),
		(shop, { admin }) => getOverview({ ...shop, account: admin }, "days", new Date(0)),
	];
	for (const read of reads) {
		const fixture = await createFixture();
		const { createContext, shopper } = fixture;
		for (const failAfterCommit of [false, true]) {
			const { beforeQuery, countRoundTrips } = simulateOutage({
				failRoundTrips: 1,
				failAfterCommit,
			});
			expect(await read(createContext(shopper, beforeQuery), fixture)).toEqual(
				await read(createContext(), fixture),
			);
			expect(countRoundTrips(), "including the failed round trip").toBeGreaterThan(1);
		}
	}
});

test("reads and writes are not retried while the database is overloaded", async () => {
	const { createContext, shopper, orderInput } = await createFixture();
	for (const action of [
		(shop: ShopContext) => getHome(shop, 0),
		(shop: ShopContext) => placeOrder(shop, orderInput),
		(shop: ShopContext) => updateProfile(shop, { img: "/images/x", phone: "1" }),
	]) {
		const outage = simulateOutage({ message: databaseOverloaded });
		const error = await action(createContext(shopper, outage.beforeQuery)).catch(
			(reason: unknown) => reason,
		);
		expect(toShopError(error)).toMatchObject({ code: "unavailable" });
		expect(outage.countRoundTrips()).toBe(1);
	}
});

test("neither a visitor's input nor a bug is mistaken for a D1 outage", async () => {
	const { createContext, shopper } = await createFixture();
	const outage = simulateOutage({ message: "D1_ERROR: no such column: reviews.nothing" });
	const review = { review: "Network connection lost", ratings: "overloaded", img: "/images/x" };
	const error = await addReview(createContext(shopper, outage.beforeQuery), review).catch(
		(reason: unknown) => reason,
	);
	expect(error).toBeInstanceOf(Error);
	expect(toShopError(error)).toBeNull();
	expect(outage.countRoundTrips()).toBe(1);
	expect(toShopError(new TypeError("undefined is not a function"))).toBeNull();
});

test.each([
	["product", deleteProduct],
	["review", deleteReview],
])(
	"deleting a %s that never existed fails with 404, even if any of D1's responses is lost",
	async (_, remove) => {
		const { admin, createContext } = await createFixture();
		for (let skipRoundTrips = 0; ; skipRoundTrips++) {
			const { beforeQuery, countRoundTrips } = simulateOutage({
				skipRoundTrips,
				failRoundTrips: 1,
				failAfterCommit: true,
			});
			await expect(
				remove(createContext(admin, beforeQuery), "none"),
				`${skipRoundTrips}`,
			).rejects.toMatchObject({
				status: 404,
			});
			if (countRoundTrips() <= skipRoundTrips) break;
		}
	},
);

test("during an R2 outage, uploads fail with 503, but orders still work", async () => {
	const { createContext, orderInput } = await createFixture();
	const shop = createContext();
	const PICTURES = {
		put: () => Promise.reject(new Error("put: We encountered an internal error")),
	};
	const env = new Proxy(shop.env, {
		get: (target, name, receiver) =>
			name === "PICTURES" ? PICTURES : Reflect.get(target, name, receiver),
	});
	const picture = new Blob([smallPicture.buffer]);
	const error = await storeImage({ ...shop, env }, picture).catch((reason: unknown) => reason);
	expect(error).toMatchObject({ code: "unavailable" });
	expect(await attempt(placeOrder({ ...shop, env }, orderInput))).toBe(true);
});
