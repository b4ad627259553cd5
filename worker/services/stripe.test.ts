import { expect, test } from "vitest";
import { ShopError } from "#contract/errors.ts";
import type { Env } from "#worker/env.ts";
import {
	createStripe,
	getCardFormSettings,
	getWebhookSecret,
	isStripeUnreachable,
} from "./stripe.ts";

const sandbox: Fetcher = {
	fetch: () => Promise.reject(new Error("These tests must not send requests.")),
	connect: () => {
		throw new Error("These tests must not open sockets.");
	},
};
const createEnv = (variables: Partial<Env>): Env => variables as Env;

const liveKeys = { STRIPE_SECRET_KEY: "sk_live_1", STRIPE_PUBLISHABLE_KEY: "pk_live_1" };

test.each<[string, string | null, Partial<Env>]>([
	["with only the sandbox", "whsec_sandbox", { SANDBOX: sandbox }],
	["with neither keys nor the sandbox", null, {}],
	["with keys but no STRIPE_WEBHOOK_SECRET", null, liveKeys],
	[
		"with keys and the sandbox but no STRIPE_WEBHOOK_SECRET",
		null,
		{ ...liveKeys, SANDBOX: sandbox },
	],
	["with STRIPE_WEBHOOK_SECRET", "whsec_1", { ...liveKeys, STRIPE_WEBHOOK_SECRET: "whsec_1" }],
])("%s, the webhook secret is %s", (_, secret, env) => {
	expect(getWebhookSecret(createEnv(env))).toBe(secret);
});

test("the card form requires both keys, and uses the sandbox's keys only without a secret key", () => {
	expect(getCardFormSettings(createEnv({}))).toBeNull();
	expect(getCardFormSettings(createEnv({ STRIPE_PUBLISHABLE_KEY: "pk_live_1" }))).toBeNull();
	expect(
		getCardFormSettings(createEnv({ STRIPE_SECRET_KEY: "sk_live_1", SANDBOX: sandbox })),
	).toBeNull();
	expect(getCardFormSettings(createEnv({ ...liveKeys, SANDBOX: sandbox }))).toMatchObject({
		publishableKey: "pk_live_1",
		script: null,
	});
	expect(getCardFormSettings(createEnv({ SANDBOX: sandbox }))).toMatchObject({
		publishableKey: "pk_test_sandbox",
	});
});

test("with neither a secret key nor a sandbox, Stripe is unavailable", async () => {
	await expect(createStripe(createEnv({}))).rejects.toMatchObject({ status: 503 });
});

test.each([
	[new ShopError("payment_unavailable"), true],
	[new ShopError("already_paid"), false],
	[new ShopError("unavailable"), false],
	[new Error("Stripe is not reachable"), false],
	[Object.assign(new Error("from another service"), { code: "payment_unavailable" }), false],
])("isStripeUnreachable is true only for payment_unavailable: %s", (error, expected) => {
	expect(isStripeUnreachable(error)).toBe(expected);
});
