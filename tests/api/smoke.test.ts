import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { orders, products, reviews, users } from "#worker/db/schema.ts";
import { maxStaleSeconds } from "../smoke/cache.ts";
import { createClock } from "../smoke/clock.ts";
import {
	createDeployedServices,
	createPublicFetch,
	createSandboxServices,
	type SmokeContext,
} from "../smoke/context.ts";
import { runSmokeTest } from "../smoke/run-smoke-test.ts";
import { createAdmin } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);
await createProduct(shop, { quantity: 100, minimum: 10 });

const password = "the admin's password";
const { email } = await createAdmin(shop, { password });

function createContext(
	overrides: Partial<SmokeContext> = {},
	signal = new AbortController().signal,
): SmokeContext {
	const clock = createClock(signal);
	return {
		origin: shop.url,
		...createSandboxServices(shop.url, null, clock),
		admin: { email, password },
		clock,
		fetchPublicPage: createPublicFetch(shop.url),
		cacheSeconds: maxStaleSeconds,
		log: () => undefined,
		...overrides,
	};
}

const getStepStates = (steps: Awaited<ReturnType<typeof runSmokeTest>>) =>
	Object.fromEntries(steps.map(({ name, state }) => [name, state]));
const readRecords = async () => ({
	accounts: (await shop.db.select({ email: users.email }).from(users)).map((user) => user.email),
	unpaidCount: await shop.db.$count(orders, eq(orders.state, "unpaid")),
	reviewCount: await shop.db.$count(reviews),
	stock: (await shop.db.select().from(products))[0]?.quantity,
});
let recordsBefore: Awaited<ReturnType<typeof readRecords>>;
beforeEach(async () => {
	recordsBefore = await readRecords();
});

/**
 * Makes the smoke test pay with another card, instead of the test card that Stripe accepts.
 * @param getCard - called when the payment is confirmed
 */
function withCard(getCard: () => string, context = createContext()): SmokeContext {
	const intents = context.stripe?.paymentIntents;
	if (!intents) throw new Error("no Stripe");
	const confirm = intents.confirm.bind(intents);
	intents.confirm = (id: string, params = {}) => {
		const isAccepted = params.payment_method === "pm_card_visa";
		return confirm(id, isAccepted ? { ...params, payment_method: getCard() } : params);
	};
	return context;
}

const expiredCard = "pm_card_chargeDeclinedExpiredCard";

test("steps that need a missing Stripe key, mailbox or admin are reported as not checked", async () => {
	const emails = { readVerification: async () => null, hasReceipt: async () => null };
	expect(
		getStepStates(await runSmokeTest(createContext({ stripe: null, admin: null, emails }))),
	).toEqual({
		"Sign-up": "passed",
		"Email verified": "unchecked",
		Order: "passed",
		"Declined card": "unchecked",
		"Payment with a test card": "unchecked",
		Webhook: "unchecked",
		Invoice: "unchecked",
		"Receipt by email": "unchecked",
		Cache: "unchecked",
		"Account deleted": "passed",
	});
	expect(await readRecords()).toEqual(recordsBefore);
});

test("when sign-up fails, all later steps are skipped", async () => {
	const [signUpStep, ...laterSteps] = await runSmokeTest(createContext({ email: "nobody" }));
	expect(signUpStep).toMatchObject({ name: "Sign-up", state: "failed" });
	expect(signUpStep?.detail).toContain("400");
	expect(new Set(laterSteps.map(({ state }) => state))).toEqual(new Set(["unchecked"]));
});

test("after a failed payment, the order and the account are still deleted", async () => {
	const steps = await runSmokeTest(withCard(() => expiredCard, createContext({ admin: null })));
	expect(steps.find(({ name }) => name.startsWith("Payment"))?.detail).toContain("expired");
	expect(getStepStates(steps)).toMatchObject({
		"Declined card": "passed",
		"Payment with a test card": "failed",
		Webhook: "unchecked",
		"Account deleted": "passed",
	});
	expect(await readRecords()).toEqual(recordsBefore);
});

test("a missing receipt is a failed step", async () => {
	const context = createContext({ admin: null });
	const emails = { ...context.emails, hasReceipt: async () => false };
	expect(getStepStates(await runSmokeTest({ ...context, emails }))).toMatchObject({
		"Email verified": "passed",
		"Receipt by email": "failed",
	});
});

test("records that cannot be deleted are listed with the page where an admin can delete them", async () => {
	const context = withCard(() => "pm_card_processing", createContext({ admin: null }));
	const steps = await runSmokeTest(context);
	expect(steps.at(-2)).toMatchObject({ name: "Account deleted", state: "failed" });
	expect(steps.at(-2)?.detail).toContain("/dashbord/deleteaccount responded with 409, not 303");
	const { accounts, unpaidCount } = await readRecords();
	expect([accounts.includes(context.email), unpaidCount]).toEqual([true, 1]);
	expect(steps.at(-1)).toMatchObject({ name: "Left behind", state: "failed" });
	expect(steps.at(-1)?.detail).toMatch(
		new RegExp(
			`^the account ${context.email}: .*; the order [0-9a-f]{24}: under Manage All Orders$`,
		),
	);
});

test("when the smoke test is stopped, it skips the remaining steps and deletes the account", async () => {
	const controller = new AbortController();
	const stopAndDecline = () => {
		controller.abort();
		return expiredCard;
	};
	const context = withCard(stopAndDecline, createContext({}, controller.signal));
	expect(getStepStates(await runSmokeTest(context))).toMatchObject({
		Order: "passed",
		"Payment with a test card": "unchecked",
		Cache: "unchecked",
		"Account deleted": "passed",
	});
	expect(await readRecords()).toEqual(recordsBefore);
});

test("a live Stripe key is rejected before the first step", () => {
	const clock = createClock(new AbortController().signal);
	for (const createServices of [
		() => createDeployedServices("you@example.com", "sk_live_1", clock),
		() => createSandboxServices(shop.url, "sk_live_1", clock),
	]) {
		expect(createServices).toThrow(
			"STRIPE_SECRET_KEY is not a Stripe test mode key, so nothing was done.",
		);
	}
	expect(createDeployedServices("you@example.com", "rk_test_1", clock).email).toMatch(
		/^you\+smoke\d+@example\.com$/,
	);
});
