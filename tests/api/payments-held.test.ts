import { afterAll, afterEach, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { orderStates } from "#contract/order-states.ts";
import { paymentHolds } from "#contract/payment-holds.ts";
import { createAdmin } from "../support/accounts.ts";
import { startCheckoutShop } from "../support/checkout.ts";
import { addPaymentLink } from "../support/payment-links.ts";
import { createJsonInit } from "../support/shop.ts";

const checkout = await startCheckoutShop();
const { stripe, beginPayment, confirmPayment } = checkout;
const admin = await createAdmin(checkout.shop);
afterAll(checkout.shop.stop);

afterEach(async () => {
	expect(await checkout.reconcilePayments()).toMatchObject({ lost: [], differenceCents: 0 });
});

const placePaidOrder = async () => {
	const payment = await beginPayment();
	await stripe.chargeCard(payment.secret);
	await confirmPayment(payment.shopper, payment.orderId, payment.intentId);
	return payment;
};

const tryToShip = async (orderId: string) => {
	const response = await checkout.shipOrder(admin, orderId);
	return { status: response.status, body: await response.json() };
};

const readPage = async (account: typeof admin, path: string) => (await account.fetch(path)).text();

test("an order that was refunded in the Stripe Dashboard cannot be shipped, and admins see why", async () => {
	const { shopper, orderId, intentId } = await placePaidOrder();
	await stripe.refundInDashboard(intentId);
	expect(new Set(await stripe.releaseWebhooks(orderId))).toEqual(new Set([200]));
	const errorBody = { message: errors.payment_refunded.message, code: "payment_refunded" };
	expect(await tryToShip(orderId)).toEqual({ status: 409, body: errorBody });
	const form = new URLSearchParams({ bulk: "shipOrder", ids: orderId });
	const bulkResponse = await admin.fetch("/dashbord/manageAllorders", {
		method: "POST",
		body: form,
	});
	expect(bulkResponse.status).toBe(409);
	expect(await bulkResponse.text()).toContain("it was refunded");
	const list = await readPage(admin, "/dashbord/manageAllorders");
	expect(list).toContain("Refunded or disputed orders");
	expect(list).not.toContain(`value="${orderId}">Shifting`);
	const adminPage = await readPage(admin, `/dashbord/orders/${orderId}`);
	expect(adminPage).toContain("created in Stripe");
	expect(adminPage).toContain("Put back into stock");
	const shopperPage = await readPage(shopper, `/dashbord/orders/${orderId}`);
	expect(shopperPage).toContain(orderStates.refunded.customerText);
	expect(shopperPage).not.toContain("created in Stripe");
});

test("an order whose entire refund is pending has no link to refund it again", async () => {
	const { shopper, orderId, intentId } = await placePaidOrder();
	await shopper.fetch(`/orders/${orderId}/cancellation-request`, { method: "POST" });
	await stripe.overrideBehavior(orderId, { refunds: "pending", webhooks: "hold" });
	const paths = [`/dashbord/orders/${orderId}`, "/dashbord/manageAllorders"];
	const refundLink = `href="/dashbord/refund/${orderId}"`;
	for (const path of paths) expect(await readPage(admin, path)).toContain(refundLink);
	await stripe.refundInDashboard(intentId);
	await stripe.releaseWebhooks(orderId);
	for (const path of paths) expect(await readPage(admin, path)).not.toContain(refundLink);
	const [orderPage = ""] = paths;
	expect(await readPage(shopper, orderPage)).not.toContain("You asked us to cancel");
	expect(await readPage(admin, orderPage)).toContain("Close request");
	await admin.fetch(`/orders/${orderId}/cancellation-request`, { method: "DELETE" });
	const customerPage = await readPage(shopper, orderPage);
	expect(customerPage).toContain(paymentHolds.refund_pending.customerText);
	expect(customerPage).not.toContain("and we declined");
});

test("while a partial refund from the Stripe Dashboard is pending, the customer can still ask to cancel", async () => {
	const { shopper, orderId, intentId } = await placePaidOrder();
	await stripe.overrideBehavior(orderId, { refunds: "pending", webhooks: "hold" });
	await stripe.refundInDashboard(intentId, 100);
	await stripe.releaseWebhooks(orderId);
	const path = `/dashbord/orders/${orderId}`;
	const customerPage = await readPage(shopper, path);
	expect(customerPage).toContain("Request cancellation");
	expect(customerPage).toContain(paymentHolds.partly_refunded.customerText);
	await shopper.fetch(`/orders/${orderId}/cancellation-request`, { method: "POST" });
	expect(await readPage(shopper, path)).toContain("You asked us to cancel");
	const adminPage = await readPage(admin, path);
	expect(adminPage).toContain("Decline the request?");
	expect(adminPage).not.toContain("Close request");
});

test("the page of a shipped order says that nothing is left to refund while its refund is pending", async () => {
	const { orderId, intentId } = await placePaidOrder();
	expect(await tryToShip(orderId)).toMatchObject({ status: 200 });
	await stripe.overrideBehavior(orderId, { refunds: "pending", webhooks: "hold" });
	await stripe.refundInDashboard(intentId);
	await stripe.releaseWebhooks(orderId);
	const refundPage = await readPage(admin, `/dashbord/refund/${orderId}`);
	expect(refundPage).toContain("Nothing is left to refund. ");
	expect(refundPage).not.toContain("is refunded");
});

test("a canceled order says that its refund is pending until Stripe has completed it", async () => {
	const { shopper, orderId, intentId } = await placePaidOrder();
	await stripe.overrideBehavior(orderId, { refunds: "pending", webhooks: "hold" });
	const response = await admin.fetch(`/orders/${orderId}/refunds`, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ reason: "damaged" }),
	});
	expect(response.status).toBe(200);
	const path = `/dashbord/orders/${orderId}`;
	for (const account of [shopper, admin]) {
		const page = await readPage(account, path);
		expect(page).toContain("Refund pending</span>");
		expect(page).not.toMatch(/>Refunded</);
		expect(page).not.toContain(orderStates.refunded.customerText);
	}
	expect(await readPage(shopper, path)).toContain("Your payment is being refunded");
	const refund = (await stripe.readLedger(orderId)).refunds.find(
		({ payment_intent }) => payment_intent === intentId,
	);
	await stripe.settleRefund(refund?.id ?? "", "succeeded");
	await stripe.releaseWebhooks(orderId);
	const page = await readPage(shopper, path);
	expect(page).toContain("Refunded</span>");
	expect(page).toContain(orderStates.refunded.customerText);
});

test("a canceled order does not say that it is refunded after Stripe has rejected its refund", async () => {
	const { shopper, orderId } = await placePaidOrder();
	await stripe.overrideBehavior(orderId, { refunds: "rejected" });
	const response = await admin.fetch(`/orders/${orderId}/refunds`, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ reason: "damaged" }),
	});
	expect(await response.json()).toMatchObject({ code: "refund_rejected" });
	const page = await readPage(shopper, `/dashbord/orders/${orderId}`);
	expect(page).toContain("This order was canceled.");
	expect(page).not.toContain(orderStates.refunded.customerText);
	const list = await readPage(shopper, "/dashbord/myorders");
	for (const html of [page, list]) {
		expect(html).toContain("Canceled</span>");
		expect(html).not.toContain("Refunded</span>");
	}
	const linkPage = await readPage(shopper, `/pay/${await addPaymentLink(checkout.shop, orderId)}`);
	expect(linkPage).toContain("This order was canceled.");
	expect(linkPage).not.toMatch(/(was|been) refunded/);
});

test("resubmitting the form that restocks a refunded order restocks it once", async () => {
	const { orderId, intentId } = await placePaidOrder();
	await stripe.refundInDashboard(intentId);
	await stripe.releaseWebhooks(orderId);
	const path = `/dashbord/refund/${orderId}`;
	const submit = (fields: Record<string, string>) => {
		const body = new URLSearchParams({ task: "restock", ...fields });
		return admin.fetch(path, { method: "POST", body, redirect: "manual" });
	};
	expect((await submit({ key: "form", pieces: "1" })).status).toBe(303);
	expect((await submit({ key: "form", pieces: "1" })).status).toBe(303);
	const tooManyResponse = await submit({ key: "other", pieces: "1000" });
	expect([tooManyResponse.status, await tooManyResponse.text()]).toEqual([
		400,
		expect.stringContaining("pieces can be put back into stock"),
	]);
	const otherPiecesResponse = await submit({ key: "form", pieces: "2" });
	expect([otherPiecesResponse.status, await otherPiecesResponse.text()]).toEqual([
		409,
		expect.stringContaining(errors.refund_order_changed.message),
	]);
	const { headers, ...init } = createJsonInit({ pieces: 2 });
	const call = { ...init, headers: { ...headers, "Idempotency-Key": "form" } };
	const response = await admin.fetch(`/orders/${orderId}/restock`, call);
	expect(await response.json()).toMatchObject({ code: "idempotency_key_reused" });
	const timeline = await readPage(admin, `/orders/${orderId}/timeline`);
	expect(timeline.match(/Pieces put back into stock/g)).toHaveLength(1);
});

test("staff restock a shipped order after its refund in the Stripe Dashboard", async () => {
	const { orderId, intentId } = await placePaidOrder();
	expect(await tryToShip(orderId)).toMatchObject({ status: 200 });
	await stripe.refundInDashboard(intentId);
	await stripe.releaseWebhooks(orderId);
	const adminPage = await readPage(admin, `/dashbord/orders/${orderId}`);
	expect(adminPage).toContain("Payment refunded.");
	expect(adminPage).toContain("Put back into stock");
	const path = `/dashbord/refund/${orderId}`;
	const refundPage = await readPage(admin, path);
	expect(refundPage).toContain("Pieces to put back into stock");
	expect(refundPage).toContain("Nothing is left to refund. ");
	const body = new URLSearchParams({ task: "restock", key: "form", pieces: "2" });
	const response = await admin.fetch(path, { method: "POST", body, redirect: "manual" });
	expect(response.status).toBe(303);
});

test("staff see that a disputed payment cannot be refunded, unless it is an inquiry", async () => {
	const readOrderPage = async (dispute: Parameters<typeof stripe.dispute>[1]) => {
		const { orderId, intentId } = await placePaidOrder();
		await stripe.dispute(intentId, dispute);
		await stripe.releaseWebhooks(orderId);
		const page = await readPage(admin, `/dashbord/orders/${orderId}`);
		const link = `href="/dashbord/refund/${orderId}"`;
		return {
			hasLink: page.includes(link),
			isLinkedInList: (await readPage(admin, "/dashbord/manageAllorders")).includes(link),
			saysWhyNot: page.includes(errors.refund_disputed.message),
			saysWhenToRespond: page.includes("respond by <time "),
		};
	};
	expect(await readOrderPage({})).toEqual({
		hasLink: false,
		isLinkedInList: false,
		saysWhyNot: true,
		saysWhenToRespond: true,
	});
	expect(await readOrderPage({ inquiry: true })).toMatchObject({
		hasLink: true,
		saysWhyNot: false,
	});
});

test("staff restock an order after a lost dispute, and its customer cannot ask to cancel it", async () => {
	const { shopper, orderId, intentId } = await placePaidOrder();
	await stripe.advanceDispute(await stripe.dispute(intentId), "lost");
	await stripe.releaseWebhooks(orderId);
	const path = `/dashbord/orders/${orderId}`;
	const adminPage = await readPage(admin, path);
	expect(adminPage).toContain("Put back into stock");
	expect(adminPage).not.toContain(errors.refund_disputed.message);
	expect(adminPage).not.toContain("respond by");
	const restockPage = await readPage(admin, `/dashbord/refund/${orderId}`);
	expect(restockPage).toContain("Pieces to put back into stock");
	expect(restockPage).toContain("cancels the order");
	const customerPage = await readPage(shopper, path);
	expect(customerPage).toContain(paymentHolds.dispute_lost.customerText);
	expect(customerPage).not.toContain("Request cancellation");
	await admin.fetch(`/orders/${orderId}/restock`, createJsonInit({ pieces: 1 }));
	const canceledPage = await readPage(shopper, path);
	expect(canceledPage).toContain("This order was canceled.");
	expect(canceledPage).not.toContain(orderStates.refunded.customerText);
	expect(canceledPage).not.toMatch(/>Refunded</);
});

test("after a lost dispute, staff close an open cancellation request, and get no packing slip", async () => {
	const { shopper, orderId, intentId } = await placePaidOrder();
	const path = `/dashbord/orders/${orderId}`;
	await shopper.fetch(`/orders/${orderId}/cancellation-request`, { method: "POST" });
	expect(await readPage(admin, path)).toContain("Packing slip");
	await stripe.advanceDispute(await stripe.dispute(intentId), "lost");
	await stripe.releaseWebhooks(orderId);
	const adminPage = await readPage(admin, path);
	expect(adminPage).toContain("Close request");
	for (const text of ["Cancel and refund", "that the order will be shipped", "Packing slip"])
		expect(adminPage).not.toContain(text);
	expect(await readPage(shopper, path)).not.toContain("We&#x27;ll reply by email");
	const decline = { method: "POST", body: new URLSearchParams({ task: "declineToCancel" }) };
	expect((await admin.fetch(path, decline)).status).toBe(303);
	expect(await readPage(shopper, path)).not.toContain("We&#x27;ll ship it as ordered");
});

test("while a payment is disputed, a cancellation request says to accept the dispute instead of leading to a refund", async () => {
	const { shopper, orderId, intentId } = await placePaidOrder();
	const path = `/dashbord/orders/${orderId}`;
	await shopper.fetch(`/orders/${orderId}/cancellation-request`, { method: "POST" });
	const dispute = await stripe.dispute(intentId);
	await stripe.releaseWebhooks(orderId);
	const disputedPage = await readPage(admin, path);
	expect(disputedPage).toContain("The customer asked to cancel this order");
	expect(disputedPage).toContain("accept the dispute in Stripe");
	expect(disputedPage).not.toContain("Cancel and refund");
	expect(disputedPage).toContain("The customer gets no email.");
	await stripe.advanceDispute(dispute, "won");
	await stripe.releaseWebhooks(orderId);
	const wonPage = await readPage(admin, path);
	expect(wonPage).not.toContain("accept the dispute in Stripe");
	expect(wonPage).toContain("Cancel and refund");
	expect(wonPage).toContain("an email saying that the order will be shipped");
});

test("a customer whose cancellation request was declined reads that the order will ship only while it is not on hold", async () => {
	const { shopper, orderId, intentId } = await placePaidOrder();
	const path = `/dashbord/orders/${orderId}`;
	const requestPath = `/orders/${orderId}/cancellation-request`;
	await shopper.fetch(requestPath, { method: "POST" });
	const dispute = await stripe.dispute(intentId);
	await stripe.releaseWebhooks(orderId);
	await admin.fetch(requestPath, { method: "DELETE" });
	const willShip = "We&#x27;ll ship it as ordered";
	expect(await readPage(shopper, path)).not.toContain(willShip);
	await stripe.advanceDispute(dispute, "won");
	await stripe.releaseWebhooks(orderId);
	expect(await readPage(shopper, path)).toContain(willShip);
});

test("an order can be shipped once its dispute is won", async () => {
	const { orderId, intentId } = await placePaidOrder();
	const dispute = await stripe.dispute(intentId);
	await stripe.releaseWebhooks(orderId);
	expect(await tryToShip(orderId)).toMatchObject({ status: 409 });
	await stripe.advanceDispute(dispute, "won");
	await stripe.releaseWebhooks(orderId);
	expect(await tryToShip(orderId)).toEqual({
		status: 200,
		body: expect.objectContaining({ acknowledged: true, modifiedCount: 1 }),
	});
});

test("admins see the status of a deleted order's refund, and the reason if it failed", async () => {
	const { shopper, orderId, secret } = await beginPayment();
	await checkout.shop.env.DB.prepare("DELETE FROM orders WHERE id = ?").bind(orderId).run();
	await stripe.overrideBehavior(orderId, { webhooks: "hold", refunds: "pending" });
	await stripe.chargeCard(secret);
	await stripe.releaseWebhooks(orderId);
	expect(await readPage(admin, "/dashbord/manageAllorders")).toContain("the refund is pending");
	const [refund] = (await stripe.readLedger(orderId)).refunds;
	await stripe.settleRefund(refund?.id ?? "", "failed", "lost_or_stolen_card");
	await stripe.releaseWebhooks(orderId);
	const list = await readPage(admin, "/dashbord/manageAllorders");
	expect(list).toContain("the refund failed (lost or stolen card)");
	expect((await shopper.fetch("/dashbord/myorders")).status).toBe(200);
});
