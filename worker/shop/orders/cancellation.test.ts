import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { auditLog, orderEmails } from "#worker/db/schema.ts";
import { createPaidFixture } from "../../../tests/model/payment-fixture.ts";
import { refundOrder } from "../payments/refund-order.ts";
import {
	declineCancellation,
	hasOpenCancellationRequest,
	requestCancellation,
} from "./cancellation.ts";
import { requireOrder } from "./read.ts";
import { shipOrder } from "./ship.ts";

vi.spyOn(console, "log").mockReturnValue();

async function createFixture() {
	const fixture = await createPaidFixture();
	onTestFinished(fixture.localShop.close);
	const { orderId, db } = fixture;
	const shopperContext = fixture.createContext(fixture.shopper);
	const waitUntil = vi.fn();
	const adminContext = { ...fixture.createContext(fixture.admin), waitUntil };
	return {
		...fixture,
		adminContext,
		waitUntil,
		request: () => requestCancellation(shopperContext, orderId),
		decline: () => declineCancellation(adminContext, orderId),
		isOpen: async () => hasOpenCancellationRequest(await requireOrder(adminContext, orderId)),
		ship: () => shipOrder(adminContext, orderId),
		countDeclineEmails: () => db.$count(orderEmails, eq(orderEmails.kind, "cancellation_declined")),
	};
}

type Fixture = Awaited<ReturnType<typeof createFixture>>;

test("a cancellation can be requested once, and declined once with an email", async () => {
	const fixture = await createFixture();
	await expect(fixture.decline()).rejects.toMatchObject({ code: "cancellation_not_requested" });
	expect([await fixture.request(), await fixture.request()]).toEqual([1, 0]);
	expect(await fixture.isOpen()).toBe(true);
	const results = await Promise.all([fixture.decline(), fixture.decline()]);
	expect(results.sort()).toEqual([0, 1]);
	expect(fixture.waitUntil, "the email is sent after the response").toHaveBeenCalledOnce();
	expect(await fixture.decline()).toBe(0);
	expect(await fixture.isOpen()).toBe(false);
	expect(await fixture.countDeclineEmails()).toBe(1);
	expect(await fixture.db.select().from(auditLog)).toMatchObject([
		{ action: "order-cancellation-declined" },
	]);
	await expect(fixture.request()).rejects.toMatchObject({ code: "cancellation_declined" });
	expect(await fixture.ship()).toBe(1);
});

test("shipping an order closes its cancellation request and rejects new ones", async () => {
	const fixture = await createFixture();
	await fixture.request();
	await fixture.ship();
	expect(await fixture.isOpen()).toBe(false);
	await expect(fixture.request()).rejects.toMatchObject({ code: "cancellation_too_late" });
	await expect(fixture.decline()).rejects.toMatchObject({ code: "cancellation_too_late" });
});

test("a full refund closes the cancellation request", async () => {
	const fixture = await createFixture();
	await fixture.request();
	const refund = { restock: true, reason: "requested", note: "", idempotencyKey: null } as const;
	await refundOrder(fixture.adminContext, fixture.orderId, refund);
	expect(await fixture.isOpen()).toBe(false);
	await expect(fixture.request()).rejects.toMatchObject({ code: "cancellation_too_late" });
});

test.each([
	{
		cause: "an open dispute",
		hold: ({ stripe, intentId }: Fixture) => stripe.dispute(intentId),
	},
	{
		cause: "a partial refund in Stripe's Dashboard",
		hold: ({ stripe, intentId }: Fixture) => stripe.refundInDashboard(intentId, 1_000),
	},
])(
	"declining a request sends no email that the order will ship during $cause",
	async ({ hold }) => {
		const fixture = await createFixture();
		await fixture.request();
		await hold(fixture);
		await fixture.deliverWebhooks();
		expect(await fixture.decline()).toBe(1);
		expect(await fixture.countDeclineEmails()).toBe(0);
	},
);

test("after a lost dispute, a cancellation cannot be requested, and an open request is closed without emailing that the order will ship", async () => {
	const loseDispute = async ({ stripe, intentId, deliverWebhooks }: typeof requested) => {
		await stripe.advanceDispute(await stripe.dispute(intentId), "lost");
		await deliverWebhooks();
	};
	const requested = await createFixture();
	await requested.request();
	await loseDispute(requested);
	expect(await requested.request()).toBe(0);
	expect(await requested.decline()).toBe(1);
	expect(await requested.isOpen()).toBe(false);
	expect(await requested.countDeclineEmails()).toBe(0);
	const unrequested = await createFixture();
	await loseDispute(unrequested);
	await expect(unrequested.request()).rejects.toMatchObject({ code: "cancellation_too_late" });
	expect(await unrequested.isOpen()).toBe(false);
});
