import { expect, onTestFinished, test, vi } from "vitest";
import { payments, settings } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import {
	getDailyCheckValues,
	getNextCheckAt,
	markRefunded,
	requireShopId,
	selectShopId,
} from "./payment-rows.ts";

test("finds the shop's id among other settings", async () => {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const shopIdRows = await db.select().from(settings);
	await db.delete(settings);
	await db.insert(settings).values([{ name: "another", value: "another" }, ...shopIdRows]);
	expect(requireShopId(await selectShopId(localShop.anonymousContext))).toBe(shopIdRows[0]?.value);
});

test("throws if the database has no shop_id", () => {
	expect(() => requireShopId([])).toThrow("no shop_id");
});

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

test.each([
	[0, 5 * minuteMs],
	[1, 10 * minuteMs],
	[8, 1280 * minuteMs],
	[9, dayMs],
	[14, dayMs],
])("after %i checks, schedules the next one %i ms later", (checkCount, pauseMs) => {
	expect(getNextCheckAt(checkCount, 1_000)).toEqual(new Date(1_000 + pauseMs));
});

test("checks a paid order's payment once a day", () => {
	vi.useFakeTimers({ now: 1_000 });
	onTestFinished(() => void vi.useRealTimers());
	const { nextCheckAt, checks: checkCount } = getDailyCheckValues();
	expect(nextCheckAt).toEqual(new Date(1_000 + dayMs));
	expect(getNextCheckAt(checkCount, 0)).toEqual(new Date(dayMs));
});

test("marking a payment as refunded does not change other payments", async () => {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const row = { orderId: "order", amountCents: 100, updatedAt: new Date(1) };
	await db.insert(payments).values([
		{ ...row, id: "pi_1" },
		{ ...row, id: "pi_2" },
	]);
	await markRefunded(localShop.anonymousContext, "pi_1", "re_1", "sold out");
	expect(await db.select().from(payments).orderBy(payments.id)).toMatchObject([
		{ id: "pi_1", status: "refunded", refundId: "re_1" },
		{ id: "pi_2", status: "open", refundId: null, updatedAt: row.updatedAt },
	]);
});
