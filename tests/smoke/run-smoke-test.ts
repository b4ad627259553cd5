import { invoicePath, orderNumber } from "#contract/shop.ts";
import { createFinding, type Finding } from "../../scripts/deploy/smoke.ts";
import { measureCache } from "./cache.ts";
import { formatSeconds, pollUntil } from "./clock.ts";
import type { SmokeContext } from "./context.ts";
import {
	insertedSchema,
	type PlacedOrder,
	pay,
	payWithDeclinedCard,
	placeOrder,
	readOrder,
} from "./purchase.ts";
import { createSteps, requireValue } from "./steps.ts";
import { createJsonInit, createVisitor, expectStatus, readJson, type Visitor } from "./visitor.ts";

/** How long Stripe's webhook may take: less than two minutes, after which the sweep would settle the payment without it. */
const maxWebhookMs = 60_000;

const noAccount = "there is no account";
const noOrder = "there is no order";
const notPaid = "nothing was paid";
const noKey = "STRIPE_SECRET_KEY is not set to the shop's key of Stripe's test mode";

/**
 * Measures the edge cache with a new review, and deletes the review.
 * @returns the measured times, in a sentence
 */
async function checkCache(
	context: SmokeContext,
	shopper: Visitor,
	{ product }: PlacedOrder,
	leftovers: string[],
) {
	const admin = createVisitor(context.origin);
	await expectStatus(
		admin.fetch("/auth/login", createJsonInit(requireValue(context.admin, "--admin is not set"))),
		200,
	);
	const text = `Smoke test ${crypto.randomUUID()}`;
	const review = createJsonInit({
		toolId: product.id,
		review: text,
		ratings: "5",
		img: product.img,
	});
	const { insertedId: id } = await readJson(insertedSchema, shopper.fetch("/review", review));
	try {
		return await measureCache(context, admin, { id, text, page: `/tools/${product.id}` });
	} finally {
		const isDeleted = await expectStatus(admin.fetch(`/review/${id}`, { method: "DELETE" }), 200)
			.then(() => true)
			.catch(() => false);
		if (!isDeleted) leftovers.push(`the review “${text}”: delete it under Manage Review`);
		await admin.submit("/login", { intent: "signout" }).catch(() => undefined);
	}
}

type Credentials = { email: string; password: string };

/**
 * Tries to sign in.
 * @returns false if the shop rejects the credentials (400 or 401), otherwise true, even without a response
 */
async function mayHaveAccount(visitor: Visitor, credentials: Credentials): Promise<boolean> {
	const response = await visitor
		.fetch("/auth/login", createJsonInit(credentials))
		.catch(() => null);
	return !(response && [400, 401].includes(response.status));
}

/**
 * Deletes the account, which cancels its unpaid orders.
 * @throws Error if signing in to the account is still possible
 */
async function deleteAccount(
	origin: string,
	shopper: Visitor,
	credentials: Credentials,
): Promise<void> {
	const form = { ...credentials, sure: "yes" };
	await expectStatus(shopper.submit("/dashbord/deleteaccount", form), 303);
	if (await mayHaveAccount(createVisitor(origin), credentials)) {
		throw new Error("signing in to the account is still possible");
	}
}

/**
 * Walks through a shop as a new shopper and an admin: creates an account, pays for an order with a test card, writes and hides
 * a review, and deletes the account even if a step failed. The paid order, its payment in test mode and the audit log
 * entries remain.
 * @returns a finding for each step
 */
export async function runSmokeTest(context: SmokeContext): Promise<Finding[]> {
	const { origin, email, clock, emails } = context;
	const { findings, step, cleanUp } = createSteps(clock.stop);
	const shopper = createVisitor(origin);
	const password = crypto.randomUUID();
	const account = createJsonInit({ name: "Smoke Test", email, password });
	/** Descriptions of the data that could not be deleted. */
	const leftovers: string[] = [];

	const isSignedUp = await step("Sign-up", async () => {
		await expectStatus(shopper.fetch("/auth/signup", account), 200);
		return { value: true, detail: email };
	});

	await step("Email verified", async () => {
		requireValue(isSignedUp, noAccount);
		const text = requireValue(
			await emails.readVerification(),
			"the verification email could not be read",
		);
		const [, token] = /verify-email\?token=([\w-]+)/.exec(text) ?? [];
		if (!token) throw new Error("the email has no verification link");
		await expectStatus(shopper.submit("/verify-email", { token }), 303);
		return { value: true, detail: "with the link in the email" };
	});

	const order = await step("Order", async () => {
		requireValue(isSignedUp, noAccount);
		const placedOrder = await placeOrder(origin, shopper, email);
		return {
			value: placedOrder,
			detail: `${placedOrder.id}, ${placedOrder.quantity} × ${placedOrder.product.name}`,
		};
	});

	await step("Declined card", async () => {
		const unpaid = requireValue(order, noOrder);
		await payWithDeclinedCard(requireValue(context.stripe, noKey), shopper, unpaid);
		return { value: true, detail: "the order stays unpaid" };
	});

	const intentId = await step("Payment with a test card", async () => {
		const unpaid = requireValue(order, noOrder);
		const id = await pay(requireValue(context.stripe, noKey), shopper, unpaid);
		return { value: id, detail: `${id}, $${unpaid.totalDollars.toFixed(2)}` };
	});

	const paidOrder = await step("Webhook", async () => {
		const placedOrder = requireValue(order, noOrder);
		requireValue(intentId, notPaid);
		const elapsedMs = await pollUntil(clock, maxWebhookMs, async () => {
			const { paid, transactionId } = await readOrder(shopper, placedOrder.id);
			if (paid && transactionId !== intentId)
				throw new Error(`the order was paid by ${transactionId}`);
			return paid === true;
		});
		if (elapsedMs === null) throw new Error(`the order is unpaid after ${maxWebhookMs / 1000} s`);
		return { value: placedOrder, detail: `paid after ${formatSeconds(elapsedMs)}` };
	});

	await step("Invoice", async () => {
		const { id } = requireValue(paidOrder, notPaid);
		const response = await expectStatus(shopper.fetch(invoicePath(id)), 200);
		if (!(await response.text()).includes(id))
			throw new Error("the invoice does not name the order");
		return { value: true, detail: invoicePath(id) };
	});

	await step("Receipt by email", async () => {
		const number = orderNumber(requireValue(paidOrder, notPaid).id);
		const hasReceipt = requireValue(
			await emails.hasReceipt(number),
			"it is unknown whether the receipt has arrived",
		);
		if (!hasReceipt) throw new Error(`no “Receipt for order ${number}” to ${email}`);
		return { value: true, detail: `Receipt for order ${number}` };
	});

	await step("Cache", async () => {
		const placedOrder = requireValue(paidOrder, "only a shopper who has paid can review a tool");
		return { value: true, detail: await checkCache(context, shopper, placedOrder, leftovers) };
	});

	// A sign-up whose response was lost may have created an account.
	const hasAccount = isSignedUp ?? (await mayHaveAccount(shopper, { email, password }));
	const isDeleted = await cleanUp("Account deleted", async () => {
		requireValue(hasAccount || null, noAccount);
		await deleteAccount(origin, shopper, { email, password });
		const remainder = paidOrder ? `; the paid order ${paidOrder.id} remains` : "";
		return { value: true, detail: `nobody can sign in to the account${remainder}` };
	});
	if (hasAccount && !isDeleted) {
		leftovers.push(`the account ${email}: an admin can delete it under Make Admin`);
		if (order && !paidOrder) leftovers.push(`the order ${order.id}: under Manage All Orders`);
	}
	if (leftovers.length > 0)
		findings.push(createFinding("failed", "Left behind", leftovers.join("; ")));
	return findings;
}
