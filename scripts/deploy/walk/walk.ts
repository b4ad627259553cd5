import type Stripe from "stripe";
import * as v from "valibot";
import { orderAnswer } from "#contract/schemas/orders.ts";
import { productAnswer } from "#contract/schemas/products.ts";
import { type Finding, missing, ready, unchecked } from "../findings.ts";
import { asJson, createVisitor, type Visitor } from "./visitor.ts";
import { poll, type World } from "./world.ts";

/** Milliseconds that Stripe's webhook may take. */
const longestWebhookMs = 60_000;
/** Milliseconds after which a public page must show what was written: docs/decisions/edge-cache.md. */
const longestCacheMs = 90_000;

/** Why a step was not done: what it needs is not there. */
class Unchecked extends Error {}

/** @returns the answer, where its status is the wanted one @throws Error that says which it was */
async function expectStatus(answering: Promise<Response>, wanted: number): Promise<Response> {
	const answer = await answering;
	if (answer.status === wanted) return answer;
	const body = (await answer.text()).slice(0, 200);
	throw new Error(
		`${new URL(answer.url).pathname} answered ${answer.status}, not ${wanted}: ${body}`,
	);
}

async function read<Schema extends v.GenericSchema>(
	schema: Schema,
	answering: Promise<Response>,
): Promise<v.InferOutput<Schema>> {
	return v.parse(schema, await (await expectStatus(answering, 200)).json());
}

const insertedSchema = v.object({ insertedId: v.string() });

type Tool = { id: string; name: string; img: string; pieces: number; dollars: number };

/** @returns the cheapest tool that can be ordered @throws Unchecked where there is none */
async function findTool(nobody: Visitor): Promise<Tool> {
	const tools = await read(v.array(productAnswer), nobody.fetch("/products"));
	const [tool] = tools
		.filter(({ quantity, minimum, price }) => quantity >= minimum && price * minimum >= 0.5)
		.sort((one, other) => one.price * one.minimum - other.price * other.minimum);
	if (!tool) throw new Unchecked("the shop has no tool in stock");
	const { _id: id, name, img, minimum: pieces, price } = tool;
	return { id, name, img, pieces, dollars: Math.round(price * 100 * pieces) / 100 };
}

const needed = <Value>(value: Value | null | undefined, what: string): Value => {
	if (value === null || value === undefined) throw new Unchecked(what);
	return value;
};

async function confirmCard(stripe: Stripe, secret: string, origin: string): Promise<string> {
	const [intent = ""] = secret.split("_secret_");
	const { status } = await stripe.paymentIntents.confirm(intent, {
		payment_method: "pm_card_visa",
		return_url: origin,
	});
	if (status !== "succeeded") throw new Error(`Stripe says ${status} of ${intent}`);
	return intent;
}

/** Hides a review as an admin, and measures until the public page is without it. */
async function watchCache(nobody: Visitor, admin: Visitor, tool: Tool, id: string, text: string) {
	const page = `/tools/${tool.id}`;
	const shows = async () => (await (await nobody.fetch(page)).text()).includes(text);
	const shown = await poll(longestCacheMs, async () => (await shows()) || null);
	if (!shown) throw new Error(`${page} does not show a review after ${longestCacheMs / 1000} s`);
	const hide = admin.submit("/dashbord/manageReview", { task: "hide", review: id });
	await expectStatus(hide, 303);
	const began = Date.now();
	const gone = await poll(longestCacheMs, async () => ((await shows()) ? null : true));
	if (!gone) throw new Error(`${page} shows a hidden review after ${longestCacheMs / 1000} s`);
	return `gone from ${page} after ${((Date.now() - began) / 1000).toFixed(1)} s`;
}

/**
 * Walks through a shop as a new shopper and an admin do: an account is made, an order paid with a test card, a review
 * shown and hidden, the account deleted. Of it stay the paid order and its payment in test mode.
 * @returns a finding a step; a step whose needs are not met is unchecked, and says what it lacks
 */
export async function walk(world: World): Promise<Finding[]> {
	const findings: Finding[] = [];
	const { origin, email } = world;
	const [nobody, shopper, admin] = [1, 2, 3].map(() => createVisitor(origin));
	if (!nobody || !shopper || !admin) return findings;
	const password = crypto.randomUUID();
	const account = asJson({ name: "Smoke Test", email, password });

	/** @returns what the step made; null where it did not come to its end */
	async function step<Made>(
		what: string,
		run: () => Promise<{ made: Made; said: string }>,
	): Promise<Made | null> {
		try {
			const { made, said } = await run();
			findings.push(ready(what, said));
			return made;
		} catch (error) {
			const say = error instanceof Unchecked ? unchecked : missing;
			findings.push(say(what, error instanceof Error ? error.message : String(error)));
			return null;
		}
	}

	const signedUp = await step("Sign-up", async () => {
		await expectStatus(shopper.fetch("/auth/signup", account), 200);
		return { made: true, said: email };
	});
	const requireShopper = () => needed(signedUp, "there is no account");

	await step("Email verified", async () => {
		requireShopper();
		const mail = needed(await world.readMail(/verif/i), "nobody read the mail with the link");
		const [, token] = /verify-email\?token=([\w-]+)/.exec(mail) ?? [];
		if (!token) throw new Error("the mail has no link to verify the address");
		await expectStatus(shopper.submit("/verify-email", { token }), 303);
		return { made: true, said: "by the link in the mail" };
	});

	const bought = await step("Order", async () => {
		requireShopper();
		const tool = await findTool(nobody);
		const order = {
			toolId: tool.id,
			email,
			quantity: tool.pieces,
			location: "Smoke test",
			phone: "1",
		};
		const { insertedId } = await read(insertedSchema, shopper.fetch("/orders", asJson(order)));
		return {
			made: { tool, order: insertedId },
			said: `${insertedId}, ${tool.pieces} × ${tool.name}`,
		};
	});

	const intent = await step("Payment with a test card", async () => {
		const { tool, order } = needed(bought, "there is no order");
		const stripe = needed(world.stripe, "STRIPE_SECRET_KEY with a key of test mode is not set");
		const asked = asJson({ price: tool.dollars, order });
		const answering = shopper.fetch("/create-payment-intent", asked);
		const { clientSecret } = await read(v.object({ clientSecret: v.string() }), answering);
		const made = await confirmCard(stripe, clientSecret, origin);
		return { made, said: `${made}, $${tool.dollars.toFixed(2)}` };
	});

	const paid = await step("Webhook", async () => {
		const { order } = needed(bought, "there is no order");
		needed(intent, "nothing was paid");
		const began = Date.now();
		const found = await poll(longestWebhookMs, async () => {
			const row = await read(orderAnswer, shopper.fetch(`/specificorders/${order}`));
			return row.paid ? row : null;
		});
		if (!found) throw new Error(`the order is unpaid after ${longestWebhookMs / 1000} s`);
		if (found.transactionId !== intent) throw new Error(`it was paid by ${found.transactionId}`);
		return { made: true, said: `paid after ${((Date.now() - began) / 1000).toFixed(1)} s` };
	});

	await step("Receipt", async () => {
		const { order } = needed(bought, "there is no order");
		needed(paid, "nothing was paid");
		const answer = await expectStatus(shopper.fetch(`/dashbord/invoice/${order}`), 200);
		if (!(await answer.text()).includes(order))
			throw new Error("the invoice does not name the order");
		const mail = await world.readMail(/order|receipt|paid/i);
		return {
			made: true,
			said: mail ? "the invoice, and a mail" : "the invoice; the mail was not read",
		};
	});

	await step("Cache", async () => {
		const { tool } = needed(bought, "there is no order");
		needed(paid, "only who has paid can review a tool");
		const { email: name, password: secret } = needed(world.admin, "--admin is not set");
		const login = asJson({ email: name, password: secret });
		await expectStatus(admin.fetch("/auth/login", login), 200);
		const text = `Smoke test ${crypto.randomUUID()}`;
		const review = asJson({ toolId: tool.id, review: text, ratings: "5", img: tool.img });
		const { insertedId: id } = await read(insertedSchema, shopper.fetch("/review", review));
		try {
			return { made: true, said: await watchCache(nobody, admin, tool, id, text) };
		} finally {
			await admin.fetch(`/review/${id}`, { method: "DELETE" });
		}
	});

	await step("Account deleted", async () => {
		requireShopper();
		const fields = { email, password, sure: "yes" };
		await expectStatus(shopper.submit("/dashbord/deleteaccount", fields), 303);
		await expectStatus(nobody.fetch("/auth/login", asJson({ email, password })), 401);
		return { made: true, said: "and nobody can sign in to it" };
	});
	return findings;
}
