import { afterAll, expect, test, vi } from "vitest";
import { attempt } from "../../tests/model/actors.ts";
import { type Act, acts, createFixture } from "../../tests/model/outage-acts.ts";
import { databaseOverloaded, simulateOutage } from "../../tests/support/outage.ts";
import { smallPicture } from "../../tests/support/pictures.ts";
import { updateProfile } from "./accounts/profile.ts";
import { deleteProduct } from "./catalogue/edit.ts";
import { getHome, requireProductPage } from "./catalogue/pages.ts";
import type { Shop } from "./context.ts";
import { toShopError } from "./errors.ts";
import { storeImage } from "./images/store.ts";
import { placeOrder } from "./orders/place.ts";
import { getPaymentProblems } from "./payments/read.ts";
import { addReview } from "./reviews/add.ts";
import { deleteReview } from "./reviews/moderate.ts";
import { getStatus } from "./status/read.ts";

/** Files of one worker share their modules (vitest.config.ts): those that hold the mock below are this file's alone. */
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

/** Hashing takes a fifth of a second; here it happens hundreds of times. Logging in hashes it again. */
vi.mock("#worker/auth/passwords.ts", () => ({
	hashPassword: async (password: string) => `${password} ${crypto.randomUUID()}`,
	verifyPassword: async (password: string, stored: string) => stored.startsWith(`${password} `),
	isOutdated: () => true,
}));

const moments = ["before", "after"] as const;

/** Does an act on a fixture of its own while D1 fails as planned. @returns null when it has no such round trip */
async function suffer(
	{ as = "shopper", prepare }: Act,
	wish: Parameters<typeof simulateOutage>[0],
) {
	const fixture = await createFixture();
	const run = await prepare(fixture);
	const outage = simulateOutage(wish);
	const error = await run(fixture.shopFor(fixture[as], outage.watch)).then(
		() => null,
		(reason: unknown) => reason,
	);
	if (outage.countRoundTrips() <= (wish.firstFailure ?? 0)) return null;
	return { fixture, error, repeat: () => attempt(run(fixture.shopFor(fixture[as]))) };
}

const each = Object.entries(acts).map(([name, act]) => ({ name, act }));

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

test.each(each)(
	"D1 fails once at any round trip: to $name works, and is done once",
	async ({ act }) => {
		for (const timing of moments) {
			for (let firstFailure = 0; ; firstFailure++) {
				const suffered = await suffer(act, { firstFailure, failures: 1, timing });
				if (!suffered) break;
				expect(suffered.error, `${timing} ${firstFailure}`).toBeNull();
				await act.check(suffered.fixture);
			}
		}
	},
	30_000,
);

test.each(each)(
	"D1 stays away from any round trip on: to $name is a clear 503, and can be repeated",
	async ({ act }) => {
		for (const timing of moments) {
			for (let firstFailure = 0; ; firstFailure++) {
				const suffered = await suffer(act, { firstFailure, timing });
				if (!suffered) break;
				expect(toShopError(suffered.error), `${timing} ${firstFailure}`).toMatchObject({
					status: 503,
				});
				await suffered.repeat();
				if (!(act.repeats && timing === "after")) await act.check(suffered.fixture);
			}
		}
	},
	30_000,
);

test("pages that read by a batch, which D1 need not repeat, are shown where a round trip fails once", async () => {
	const reads: ((
		shop: Shop,
		fixture: Awaited<ReturnType<typeof createFixture>>,
	) => Promise<unknown>)[] = [
		(shop) => getHome(shop, 0),
		(shop, { productId }) => requireProductPage(shop, productId, 0),
		(shop, { admin }) => getPaymentProblems({ ...shop, account: admin }),
		(shop, { admin }) => getStatus({ ...shop, account: admin }, new Date(0)),
	];
	for (const read of reads) {
		const fixture = await createFixture();
		const { shopFor, shopper } = fixture;
		for (const timing of moments) {
			const { watch } = simulateOutage({ failures: 1, timing });
			expect(await read(shopFor(shopper, watch), fixture)).toEqual(await read(shopFor(), fixture));
		}
	}
});

test("reads and writes are not retried on an overloaded database", async () => {
	const { shopFor, shopper, placing } = await createFixture();
	for (const act of [
		(shop: Shop) => getHome(shop, 0),
		(shop: Shop) => placeOrder(shop, placing),
		(shop: Shop) => updateProfile(shop, { img: "/images/x", phone: "1" }),
	]) {
		const outage = simulateOutage({ message: databaseOverloaded });
		const error = await act(shopFor(shopper, outage.watch)).catch((reason: unknown) => reason);
		expect(toShopError(error)).toMatchObject({ code: "unavailable" });
		expect(outage.countRoundTrips()).toBe(1);
	}
});

test("a visitor's texts are never mistaken for D1's errors, and a bug is not an outage", async () => {
	const { shopFor, shopper } = await createFixture();
	const outage = simulateOutage({ message: "D1_ERROR: no such column: reviews.nothing" });
	const review = { review: "Network connection lost", ratings: "overloaded", img: "/images/x" };
	const error = await addReview(shopFor(shopper, outage.watch), review).catch(
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
])("deleting a %s that never existed is a 404, whichever answer D1 loses", async (_, remove) => {
	const { admin, shopFor } = await createFixture();
	for (let firstFailure = 0; ; firstFailure++) {
		const { watch, countRoundTrips } = simulateOutage({
			firstFailure,
			failures: 1,
			timing: "after",
		});
		await expect(remove(shopFor(admin, watch), "none"), `${firstFailure}`).rejects.toMatchObject({
			status: 404,
		});
		if (countRoundTrips() <= firstFailure) break;
	}
});

test("pictures that cannot be stored are a 503; the rest of the shop does not notice", async () => {
	const { shopFor, placing } = await createFixture();
	const shop = shopFor();
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
	expect(await attempt(placeOrder({ ...shop, env }, placing))).toBe(true);
});
