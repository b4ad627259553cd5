import { afterAll, expect, test } from "vitest";
import { orderNumber } from "#contract/shop.ts";
import {
	contactEmails,
	orderEmails,
	payments,
	quoteEmails,
	refundEmails,
	refunds,
	stockAlerts,
	sweepRuns,
} from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { breakTable } from "../support/broken-table.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { addQuote } from "../support/quotes.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

/** Returns the text of the status page, without markup. */
async function readStatus(init: RequestInit = {}): Promise<string> {
	const response = await (await createAdmin(shop)).fetch("/dashbord/status", init);
	expect(response.status).toBe(200);
	const html = (await response.text()).replace(/<script[\s\S]*?<\/script>/g, "");
	return html
		.replace(/<!-- -->/g, "")
		.replace(/<[^>]*>/g, " ")
		.replace(/\s+/g, " ");
}

const checkServices = (): Promise<string> =>
	readStatus({ method: "POST", body: new URLSearchParams() });

test("the status page shows today's figures, every outbox's waiting and failed emails, and the last run of the sweep", async () => {
	const { id: productId } = await createProduct(shop);
	await addOrder(shop, { productId, reservedUntil: new Date() });
	const { id: orderId } = await addOrder(shop, { productId, paidAt: new Date() });
	const { id: failedOrderId } = await addOrder(shop, { productId });
	const now = new Date();
	await shop.db.insert(orderEmails).values([
		{ orderId, kind: "receipt", sentAt: now },
		{ orderId: failedOrderId, kind: "receipt", tries: 1, failure: "rejected" },
		{ orderId, kind: "shipped", tries: 2, nextTryAt: now },
	]);
	await shop.db.insert(contactEmails).values([
		{ id: "copy:none", kind: "copy", subjectId: "none", tries: 1, failure: "suppressed" },
		{ id: "message:none", kind: "message", subjectId: "none", tries: 1, nextTryAt: now },
	]);
	const { id: userId } = await createAccount(shop);
	const quoteId = await addQuote(shop, { userId, productId });
	await shop.db.insert(quoteEmails).values({ quoteId, tries: 8 });
	await shop.db.insert(stockAlerts).values({ userId, productId, tries: 1, nextTryAt: now });
	const paymentId = "pi_failed_mail";
	const payment = { id: paymentId, orderId: failedOrderId, amountCents: 500, updatedAt: now };
	await shop.db.insert(payments).values(payment);
	const refund = {
		amountCents: 500,
		status: "succeeded" as const,
		createdByShop: false,
		readAt: now,
	};
	await shop.db.insert(refunds).values({ ...refund, id: "re_failed_mail", paymentId });
	await shop.db.insert(refundEmails).values([
		{ refundId: "re_failed_mail", tries: 1, failure: "invalid" },
		{ refundId: "re_forgotten", tries: 1, failure: "refused" },
	]);
	const run = { startedAt: now, ms: 1_250, found: 4, fixed: 1, failed: 2, failedTasks: "emails" };
	await shop.db.insert(sweepRuns).values(run);
	const page = await readStatus();
	for (const text of [
		"Orders placed today 3",
		"Orders paid today 1",
		"Refunds today 0",
		"Order emails sent today 1",
		"Being retried Retried with increasing delays 3",
		"Failed permanently Not retried 5",
		"Unpaid orders to cancel Their reservation has ended 1",
		`Receipt for order ${orderNumber(failedOrderId)} Because the recipient&#x27;s mail server rejected it`,
		`Refund notice for order ${orderNumber(failedOrderId)} Because the address is not valid`,
		"Refund notice Because the email service does not accept it for any address",
		`Answer to quote request ${orderNumber(quoteId)} Because eight attempts in ten hours failed`,
		"Copy of a message for its sender Because earlier emails to this address bounced",
		"4 items checked, 1 completed, in 1,250 ms. Errors: emails 2 failed",
	]) {
		expect(page).toContain(text);
	}
});

test("the status page shows whether each service is configured and responds", async () => {
	const page = await checkServices();
	for (const name of [
		"Database (D1)",
		"Pictures (R2)",
		"Recently viewed (KV)",
		"Payment (Stripe)",
	]) {
		expect(page).toMatch(new RegExp(`${name.replace(/[()]/g, "\\$&")} Responded in \\d+ ms OK`));
	}
	expect(page).toContain("Sign-in with Google Replaced by the sandbox Configured");
});

test("after a new check, the status page names a service that does not respond", async () => {
	await checkServices();
	const repairTable = await breakTable(shop, "reset_tokens", "Network connection lost");
	expect(await readStatus(), "checked less than a minute ago").not.toContain(
		"No successful response from",
	);
	expect(await checkServices()).toContain("No successful response from: Database (D1)");
	await repairTable();
	expect(await checkServices()).not.toContain("No successful response from");
});

test("only admins can start a check of the services", async () => {
	const { fetch } = await createAccount(shop);
	const response = await fetch("/dashbord/status", { method: "POST", body: new URLSearchParams() });
	expect(response.headers.get("Location")).toContain("/login");
});
