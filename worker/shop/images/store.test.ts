import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { dayMs } from "#contract/days.ts";
import { uploadsPerDay } from "#contract/limits.ts";
import type { Account } from "#contract/roles.ts";
import { createQueryStats } from "#worker/db/client.ts";
import { images, products, reviews, users } from "#worker/db/schema.ts";
import { createLocalShop, type LocalShop, withEnv } from "../../../tests/support/local-shop.ts";
import { smallPicture } from "../../../tests/support/pictures.ts";
import { createReviewRow } from "../../../tests/support/products.ts";
import { sweep } from "../sweep.ts";
import { storeImage } from "./store.ts";
import { sweepUploads } from "./sweep.ts";

/** Creates a shop that stores pictures in memory. */
function createPictureShop() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const storedFiles = new Map<string, Date>();
	let inFlight = 0;
	let maxInFlight = 0;
	const runCall = async <Result>(work: () => Result) => {
		maxInFlight = Math.max(maxInFlight, ++inFlight);
		await Promise.resolve();
		inFlight -= 1;
		return work();
	};
	const PICTURES = {
		put: (key: string) => runCall(() => storedFiles.set(key, new Date())),
		head: (key: string) =>
			runCall(() => (storedFiles.has(key) ? { uploaded: storedFiles.get(key) } : null)),
		delete: (key: string) => runCall(() => storedFiles.delete(key)),
	};
	const createContext = (account: Account | null) =>
		withEnv(localShop.createContext(account), { PICTURES });
	return { ...localShop, createContext, storedFiles, getMaxInFlight: () => maxInFlight };
}

async function addUploads(
	{ db }: Pick<LocalShop, "db">,
	account: Account,
	count: number,
	createdAt: Date,
) {
	for (let index = 0; index < count; index += 1) {
		const key = `${account.id}${index}.png`;
		await db
			.insert(images)
			.values({ key, type: "image/png", bytes: 1, userId: account.id, createdAt });
	}
}

const picture = new Blob([smallPicture.buffer]);

test.each([
	["shopper", "account"],
	["admin", "products"],
] as const)("limits how many pictures each %s can upload per day", async (role, limitName) => {
	const localShop = createPictureShop();
	const account = await localShop.addAccount(role);
	const context = localShop.createContext(account);
	await addUploads(localShop, account, uploadsPerDay[limitName] - 1, new Date());
	await storeImage(context, picture);
	await expect(storeImage(context, picture)).rejects.toMatchObject({ status: 429 });
	await storeImage(localShop.createContext(await localShop.addAccount(role)), picture);
	const yesterday = new Date(Date.now() - dayMs - 1);
	await context.db
		.update(images)
		.set({ createdAt: yesterday })
		.where(eq(images.userId, account.id));
	await storeImage(context, picture);
});

test("an account with an unverified email can upload fewer pictures per day", async () => {
	const localShop = createPictureShop();
	const account = await localShop.addAccount();
	const context = localShop.createContext(account);
	const isOwner = eq(users.id, account.id);
	await context.db.update(users).set({ emailVerifiedAt: null }).where(isOwner);
	await addUploads(localShop, account, uploadsPerDay.unverified - 1, new Date());
	await storeImage(context, picture);
	await expect(storeImage(context, picture)).rejects.toMatchObject({
		code: "too_many_unverified_uploads",
	});
	await context.db.update(users).set({ emailVerifiedAt: new Date() }).where(isOwner);
	await storeImage(context, picture);
});

test("a sweep deletes more unused pictures than an account can upload in a day", async () => {
	const localShop = createPictureShop();
	const context = localShop.createContext(null);
	const expiredAt = new Date(Date.now() - 2 * dayMs);
	const account = await localShop.addAccount();
	await addUploads(localShop, account, uploadsPerDay.account * 2, expiredAt);
	for (const { key } of await context.db.select({ key: images.key }).from(images))
		localShop.storedFiles.set(key, expiredAt);
	const scheduledAt = new Date();
	scheduledAt.setUTCMinutes(30);
	await sweep(context, scheduledAt, createQueryStats());
	expect([localShop.storedFiles.size, await context.db.$count(images)]).toEqual([0, 0]);
	expect(localShop.getMaxInFlight()).toBe(5);
});

test("deletes an upload after a day, unless an account, a product, or a review uses it", async () => {
	const localShop = createPictureShop();
	const { db } = localShop;
	const [context, account, now] = [
		localShop.createContext(null),
		await localShop.addAccount(),
		new Date(),
	];
	await addUploads(localShop, account, 4, now);
	const keys = [0, 1, 2, 3].map((index) => `${account.id}${index}.png`);
	for (const key of keys) localShop.storedFiles.set(key, now);
	const [, profileImg, productImg, reviewImg = ""] = keys.map((key) => `/images/${key}`);
	await db.update(users).set({ img: profileImg });
	const productId = await localShop.addProduct(1);
	await db.update(products).set({ img: productImg }).where(eq(products.id, productId));
	await db.insert(reviews).values(createReviewRow(productId, { img: reviewImg }));
	const sweepAfter = async (hours: number) => {
		await sweepUploads(context, new Date(now.getTime() + hours * 60 * 60 * 1000));
		return [...localShop.storedFiles.keys()];
	};
	expect(await sweepAfter(23)).toEqual(keys);
	expect(await sweepAfter(26)).toEqual(keys.slice(1));
	await db.update(users).set({ img: null });
	expect(await sweepAfter(26)).toEqual(keys.slice(2));
	await db.update(products).set({ img: "/pictures/x.svg" });
	expect(await sweepAfter(26)).toEqual(keys.slice(3));
	await db.delete(reviews);
	expect([await sweepAfter(26), await db.$count(images)]).toEqual([[], 0]);
});

test.each([
	["admin", "image/png", 29, 32],
	["catalogue", "image/png", 29, 32],
	["catalogue", "application/pdf", 0, 2],
	["fulfillment", "image/png", 0, 2],
] as const)(
	"keeps what %s staff upload (%s) for %d days, during which an import can use it",
	async (role, type, keptDays, deletedDays) => {
		const localShop = createPictureShop();
		const account = await localShop.addAccount(role);
		const now = new Date();
		await addUploads(localShop, account, 1, now);
		await localShop.db.update(images).set({ type });
		const countAfter = async (days: number) => {
			await sweepUploads(localShop.createContext(null), new Date(now.getTime() + days * dayMs));
			return localShop.db.$count(images);
		};
		expect([await countAfter(keptDays), await countAfter(deletedDays)]).toEqual([1, 0]);
	},
);

test("keeps a picture long enough for imports if staff upload it after a shopper", async () => {
	const localShop = createPictureShop();
	for (const role of ["shopper", "admin", "shopper"] as const)
		await storeImage(localShop.createContext(await localShop.addAccount(role)), picture);
	const inTwoDays = new Date(Date.now() + 2 * dayMs);
	await sweepUploads(localShop.createContext(null), inTwoDays);
	expect(await localShop.db.$count(images)).toBe(1);
});

test("the sweep keeps a picture that was uploaded again after its row was read", async () => {
	const localShop = createPictureShop();
	const account = await localShop.addAccount();
	await addUploads(localShop, account, 1, new Date(Date.now() - 2 * dayMs));
	const key = `${account.id}0.png`;
	localShop.storedFiles.set(key, new Date());
	await sweepUploads(localShop.createContext(null), new Date());
	expect([...localShop.storedFiles.keys()]).toEqual([key]);
});

test("the next sweep retries pictures that could not be deleted", async () => {
	const localShop = createPictureShop();
	const context = localShop.createContext(null);
	const expiredAt = new Date(Date.now() - 2 * dayMs);
	await addUploads(localShop, await localShop.addAccount(), 12, expiredAt);
	for (const { key } of await context.db.select({ key: images.key }).from(images))
		localShop.storedFiles.set(key, expiredAt);
	const { PICTURES } = context.env;
	let failuresLeft = 3;
	const failingPictures = {
		head: (key: string) => PICTURES.head(key),
		delete: (key: string) =>
			failuresLeft-- > 0 ? Promise.reject(new Error("internal error")) : PICTURES.delete(key),
	};
	const failingContext = withEnv(context, { PICTURES: failingPictures });
	const result = await sweepUploads(failingContext, new Date());
	expect(result).toEqual({ found: 12, fixed: 9, failed: 3 });
	expect([localShop.storedFiles.size, await context.db.$count(images)]).toEqual([3, 3]);
	await sweepUploads(failingContext, new Date());
	expect([localShop.storedFiles.size, await context.db.$count(images)]).toEqual([0, 0]);
});

test("rejects a picture that claims more pixels than a browser can decode", async () => {
	const localShop = createPictureShop();
	const hugePicture = Uint8Array.from(smallPicture.buffer);
	hugePicture.fill(0x7f, 16, 24);
	const context = localShop.createContext(await localShop.addAccount());
	await expect(storeImage(context, new Blob([hugePicture]))).rejects.toMatchObject({ status: 413 });
	expect(localShop.storedFiles.size).toBe(0);
});

test("stores a picture under the same key with and without metadata", async () => {
	const localShop = createPictureShop();
	const context = localShop.createContext(await localShop.addAccount());
	const pictureWithMetadata = new Blob([smallPicture.buffer, "taken at 52.5 13.4"]);
	expect(await storeImage(context, pictureWithMetadata)).toBe(await storeImage(context, picture));
});
