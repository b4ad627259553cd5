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
	fetch: () => Promise.reject(new Error("These tests send no requests.")),
	connect: () => {
		throw new Error("These tests open no sockets.");
	},
};
const envOf = (variables: Partial<Env>): Env => variables as Env;

const withKeys = { STRIPE_SECRET_KEY: "sk_live_1", STRIPE_PUBLISHABLE_KEY: "pk_live_1" };

test.each<[string, string | null, Partial<Env>]>([
	["with only the sandbox", "whsec_sandbox", { SANDBOX: sandbox }],
	["without keys and sandbox", null, {}],
	["with keys, without its own secret", null, withKeys],
	["with keys and sandbox, without its own secret", null, { ...withKeys, SANDBOX: sandbox }],
	["with its own secret", "whsec_1", { ...withKeys, STRIPE_WEBHOOK_SECRET: "whsec_1" }],
])("%s, the webhook secret is %s", (_, secret, env) => {
	expect(getWebhookSecret(envOf(env))).toBe(secret);
});

test("the card form needs both keys, and uses the sandbox's only if the shop has no secret key", () => {
	expect(getCardFormSettings(envOf({}))).toBeNull();
	expect(getCardFormSettings(envOf({ STRIPE_PUBLISHABLE_KEY: "pk_live_1" }))).toBeNull();
	expect(
		getCardFormSettings(envOf({ STRIPE_SECRET_KEY: "sk_live_1", SANDBOX: sandbox })),
	).toBeNull();
	expect(getCardFormSettings(envOf({ ...withKeys, SANDBOX: sandbox }))).toMatchObject({
		publishableKey: "pk_live_1",
		script: null,
	});
	expect(getCardFormSettings(envOf({ SANDBOX: sandbox }))).toMatchObject({
		publishableKey: "pk_test_sandbox",
	});
});

test("without a secret key and a sandbox, Stripe is unavailable", () => {
	expect(() => createStripe(envOf({}))).toThrow(expect.objectContaining({ status: 503 }));
});

test.each([
	[new ShopError("payment_unavailable"), true],
	[new ShopError("already_paid"), false],
	[new Error("Stripe is not reachable"), false],
])(
	"only the ShopError of a failed call means that Stripe is not reachable: %s",
	(error, expected) => {
		expect(isStripeUnreachable(error)).toBe(expected);
	},
);
