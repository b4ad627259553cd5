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
	fetch: () => Promise.reject(new Error("nothing is asked here")),
	connect: () => {
		throw new Error("no sockets here");
	},
};
const envOf = (given: Partial<Env>): Env => given as Env;

const withKeys = { STRIPE_SECRET_KEY: "sk_live_1", STRIPE_PUBLISHABLE_KEY: "pk_live_1" };

test.each<[string, Partial<Env>, string | null]>([
	["with the sandbox alone", { SANDBOX: sandbox }, "whsec_sandbox"],
	["without keys and sandbox", {}, null],
	["with keys, without its own secret", withKeys, null],
	["with keys and sandbox, without its own secret", { ...withKeys, SANDBOX: sandbox }, null],
	["with its own secret", { ...withKeys, STRIPE_WEBHOOK_SECRET: "whsec_1" }, "whsec_1"],
])("%s, webhooks are signed with: secret %#", (_, env, secret) => {
	expect(getWebhookSecret(envOf(env))).toBe(secret);
});

test("the card form needs both keys, and takes the sandbox's only where the shop has no secret key", () => {
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

test("without a key and without a sandbox there is no Stripe", () => {
	expect(() => createStripe(envOf({}))).toThrow(expect.objectContaining({ status: 503 }));
});

test.each([
	[new ShopError("payment_unavailable"), true],
	[new ShopError("already_paid"), false],
	[new Error("Stripe is away"), false],
])("Stripe is away only where a call to it was answered 503: %s", (error, away) => {
	expect(isStripeUnreachable(error)).toBe(away);
});
