import { invoicePath, orderNumber } from "#contract/shop.ts";
import { type Finding, failed } from "../../scripts/deploy/smoke.ts";
import { watchCache } from "./cache.ts";
import { inSeconds, pollUntil } from "./clock.ts";
import { type Bought, insertedSchema, order, pay, payDeclined, readOrder } from "./purchase.ts";
import { createSteps, need } from "./steps.ts";
import { asJson, createVisitor, expectStatus, read, type Visitor } from "./visitor.ts";
import type { World } from "./world.ts";

/** Milliseconds that Stripe's webhook may take: the sweep looks at a payment after two minutes, and must not be taken for it. */
const longestWebhookMs = 60_000;

const noAccount = "there is no account";
const noOrder = "there is no order";
const notPaid = "nothing was paid";
const noKey = "STRIPE_SECRET_KEY is not set to the shop's key of Stripe's test mode";

/** Writes a review, watches it come and go, and deletes it. @returns what was seen */
async function checkCache(world: World, shopper: Visitor, { tool }: Bought, left: string[]) {
	const admin = createVisitor(world.origin);
	await expectStatus(
		admin.fetch("/auth/login", asJson(need(world.admin, "--admin is not set"))),
		200,
	);
	const text = `Smoke test ${crypto.randomUUID()}`;
	const review = asJson({ toolId: tool.id, review: text, ratings: "5", img: tool.img });
	const { insertedId: id } = await read(insertedSchema, shopper.fetch("/review", review));
	try {
		return await watchCache(world, admin, { id, text, page: `/tools/${tool.id}` });
	} finally {
		const isDeleted = await expectStatus(admin.fetch(`/review/${id}`, { method: "DELETE" }), 200)
			.then(() => true)
			.catch(() => false);
		if (!isDeleted) left.push(`the review “${text}”: delete it under Manage Review`);
		await admin.submit("/login", { intent: "signout" }).catch(() => undefined);
	}
}

type Login = { email: string; password: string };

/** Signs in. @returns null where there is no such account; where that cannot be said, there may be one */
async function signIn(visitor: Visitor, login: Login): Promise<true | null> {
	const response = await visitor.fetch("/auth/login", asJson(login)).catch(() => null);
	return response && [400, 401].includes(response.status) ? null : true;
}

/** Deletes the account, which cancels its unpaid orders. @throws Error where somebody can still sign in to it */
async function deleteAccount(origin: string, shopper: Visitor, login: Login): Promise<void> {
	const sure = { ...login, sure: "yes" };
	await expectStatus(shopper.submit("/dashbord/deleteaccount", sure), 303);
	const again = await signIn(createVisitor(origin), login);
	if (again) throw new Error("somebody can still sign in to it");
}

/**
 * Walks through a shop as a new shopper and an admin do: an account is made, an order paid with a test card, a review
 * shown and hidden, the account deleted, whatever has failed before. Of it stay the paid order, its payment in test mode,
 * and lines of the audit log.
 * @returns a finding a step; a step whose needs are not met is unchecked, and says what it lacks
 */
export async function walk(world: World): Promise<Finding[]> {
	const { origin, email, clock, mails } = world;
	const { findings, step, cleanUp } = createSteps(clock.stop);
	const shopper = createVisitor(origin);
	const password = crypto.randomUUID();
	const account = asJson({ name: "Smoke Test", email, password });
	/** What the walk could not take away again. */
	const left: string[] = [];

	const signedUp = await step("Sign-up", async () => {
		await expectStatus(shopper.fetch("/auth/signup", account), 200);
		return { made: true, detail: email };
	});

	await step("Email verified", async () => {
		need(signedUp, noAccount);
		const mail = need(await mails.readVerification(), "nobody gave the link in the mail");
		const [, token] = /verify-email\?token=([\w-]+)/.exec(mail) ?? [];
		if (!token) throw new Error("there is no link to verify the address in it");
		await expectStatus(shopper.submit("/verify-email", { token }), 303);
		return { made: true, detail: "by the link in the mail" };
	});

	const bought = await step("Order", async () => {
		need(signedUp, noAccount);
		const made = await order(origin, shopper, email);
		return { made, detail: `${made.order}, ${made.tool.pieces} × ${made.tool.name}` };
	});

	await step("Declined card", async () => {
		const made = need(bought, noOrder);
		await payDeclined(need(world.stripe, noKey), shopper, made);
		return { made: true, detail: "the order stays unpaid" };
	});

	const intent = await step("Payment with a test card", async () => {
		const ordered = need(bought, noOrder);
		const made = await pay(need(world.stripe, noKey), shopper, ordered);
		return { made, detail: `${made}, $${ordered.tool.dollars.toFixed(2)}` };
	});

	const paid = await step("Webhook", async () => {
		const made = need(bought, noOrder);
		need(intent, notPaid);
		const took = await pollUntil(clock, longestWebhookMs, async () => {
			const { paid, transactionId } = await readOrder(shopper, made.order);
			if (paid && transactionId !== intent) throw new Error(`it was paid by ${transactionId}`);
			return paid === true;
		});
		if (took === null) throw new Error(`the order is unpaid after ${longestWebhookMs / 1000} s`);
		return { made, detail: `paid after ${inSeconds(took)}` };
	});

	await step("Invoice", async () => {
		const { order } = need(paid, notPaid);
		const response = await expectStatus(shopper.fetch(invoicePath(order)), 200);
		if (!(await response.text()).includes(order)) throw new Error("it does not name the order");
		return { made: true, detail: invoicePath(order) };
	});

	await step("Receipt by mail", async () => {
		const number = orderNumber(need(paid, notPaid).order);
		const hasCome = need(await mails.hasReceipt(number), "nobody said whether it has come");
		if (!hasCome) throw new Error(`no “Receipt for order ${number}” to ${email}`);
		return { made: true, detail: `Receipt for order ${number}` };
	});

	await step("Cache", async () => {
		const made = need(paid, "only who has paid can review a tool");
		return { made: true, detail: await checkCache(world, shopper, made, left) };
	});

	// A sign-up whose answer was lost may have made one.
	const stands = signedUp ?? (await signIn(shopper, { email, password }));
	const isDeleted = await cleanUp("Account deleted", async () => {
		need(stands, noAccount);
		await deleteAccount(origin, shopper, { email, password });
		const stays = paid ? `; the paid order ${paid.order} stays` : "";
		return { made: true, detail: `nobody can sign in to it${stays}` };
	});
	if (stands && !isDeleted) {
		left.push(`the account ${email}: an admin deletes it under Make Admin`);
		if (bought && !paid) left.push(`the order ${bought.order}: under Manage All Orders`);
	}
	if (left.length > 0) findings.push(failed("Left behind", left.join("; ")));
	return findings;
}
