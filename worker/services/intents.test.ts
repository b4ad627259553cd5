import type Stripe from "stripe";
import { afterEach, expect, test, vi } from "vitest";
import type { Env } from "#worker/env.ts";
import { cancelIntent, createIntent, retrieveIntent } from "./intents.ts";
import { sendEmail } from "./mail.ts";

afterEach(() => vi.restoreAllMocks());

/** @returns the environment of a shop whose Stripe answers so, and what it was asked */
function createStripeReturning(body: object, status = 200) {
	const asked: string[] = [];
	const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
		const request = new Request(input, init);
		asked.push(`${request.method} ${new URL(request.url).pathname}`);
		return Response.json(body, { status });
	};
	return { env: { SANDBOX: { fetch } } as unknown as Env, asked };
}

const intent = {
	...{ id: "pi_1", object: "payment_intent", status: "succeeded", amount: 500 },
	...{ amount_received: 500, currency: "usd", metadata: {}, client_secret: "secret" },
};
const refund = { id: "re_1", object: "refund", status: "succeeded", amount: 200, metadata: {} };
const charge = {
	...{ id: "ch_1", disputed: true, billing_details: { email: "payer@example.com" } },
	refunds: { data: [refund], has_more: true },
};

test.each([
	[
		charge,
		{
			...{ disputed: true, billingEmail: "payer@example.com", moreRefunds: true },
			refunds: [{ id: "re_1", amountCents: 200 }],
		},
	],
	["ch_1", { disputed: false, billingEmail: null, moreRefunds: false, refunds: [] }],
	[null, { disputed: false, moreRefunds: false, refunds: [] }],
])("what Stripe says of the charge %j is read with the intent", async (latest_charge, expected) => {
	const { env } = createStripeReturning({ ...intent, latest_charge });
	expect(await retrieveIntent(env, "pi_1")).toMatchObject({ id: "pi_1", ...expected });
});

test.each(["pi_1/../re_1", "pi_", "re_1", "xpi_1", "pi_1?expand=all", "pi_1 "])(
	"Stripe is not asked for what is no id of an intent: “%s”",
	async (id) => {
		const { env, asked } = createStripeReturning(intent);
		expect(await retrieveIntent(env, id)).toBeNull();
		expect(asked).toEqual([]);
	},
);

const refusalOf = (code: string) => ({
	error: {
		type: "invalid_request_error",
		code,
		message: "no",
	} satisfies Partial<Stripe.StripeRawError>,
});

test.each([
	[200, intent, true],
	[404, refusalOf("resource_missing"), true],
	[400, refusalOf("payment_intent_unexpected_state"), false],
])(
	"an intent that Stripe answers %i about when it is cancelled: %j",
	async (status, body, expected) => {
		const { env } = createStripeReturning(body, status);
		expect(await cancelIntent(env, "pi_1")).toBe(expected);
	},
);

test("an intent that Stripe will not cancel for another reason is an error", async () => {
	const { env } = createStripeReturning(refusalOf("parameter_invalid"), 400);
	await expect(cancelIntent(env, "pi_1")).rejects.toMatchObject({ code: "parameter_invalid" });
	await expect(retrieveIntent(env, "pi_1")).rejects.toMatchObject({ code: "parameter_invalid" });
});

test("an amount that Stripe refuses is amount_not_accepted, any other refusal is passed on", async () => {
	const create = (code: string) =>
		createIntent(
			createStripeReturning(refusalOf(code), 400).env,
			{ order: "1", shop: "2" },
			1,
			"key",
		);
	const refused = { code: "amount_not_accepted" };
	await expect(create("amount_too_small")).rejects.toMatchObject(refused);
	await expect(create("amount_too_large")).rejects.toMatchObject(refused);
	await expect(create("parameter_invalid")).rejects.toMatchObject({ code: "parameter_invalid" });
});

test("a mail without an address or a subject is sent to nobody", async () => {
	const send = vi.fn(async () => undefined);
	const env = { EMAIL: { send }, MAIL_FROM: "Shop <shop@shop.test>" } as unknown as Env;
	const mail = { to: "ada@example.com", subject: "Hello", text: "Hi", html: "Hi" };
	for (const wrong of [{ to: "" }, { subject: "" }, { subject: "a\nBcc: b" }, { to: "a@b, c@d" }]) {
		await expect(sendEmail(env, { ...mail, ...wrong })).rejects.toThrow();
	}
	expect(send).not.toHaveBeenCalled();
	await sendEmail(env, mail);
	expect(send).toHaveBeenCalledWith({ ...mail, from: { name: "Shop", email: "shop@shop.test" } });
});

test("a mail is sent where the sandbox's outbox accepts it, and an error where it does not", async () => {
	const mail = { to: "ada@example.com", subject: "Hello", text: "Hi", html: "Hi" };
	const taken = createStripeReturning({});
	await sendEmail(taken.env, mail);
	expect(taken.asked).toEqual(["POST /__sandbox/mail"]);
	await expect(sendEmail(createStripeReturning({}, 500).env, mail)).rejects.toThrow("500");
});
