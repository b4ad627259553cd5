import { requireCapability } from "#worker/auth/authorize.ts";
import { hasGoogle } from "#worker/auth/google.ts";
import type { Env } from "#worker/env.ts";
import { retrieveIntent } from "#worker/services/intents.ts";
import { getCardFormSettings, getWebhookSecret } from "#worker/services/stripe.ts";
import type { Shop } from "../context.ts";
import { forLog } from "../errors.ts";
import { isHealthy } from "../health.ts";

/** `works`: it has answered just now. `ready`: it is set up, and was not asked. `away`: it did not answer. */
export type Health = "works" | "ready" | "missing" | "away";

type Service = { name: string; health: Health; detail: string };

/** Milliseconds that one of them may take to answer; all are asked at once. */
const patienceMs = 2_000;

/** @throws Error when `work` takes too long */
async function soon(work: Promise<unknown>): Promise<void> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise((_, reject) => {
		timer = setTimeout(() => reject(new Error("no answer in time")), patienceMs);
	});
	await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function ask(name: string, work: () => Promise<unknown>): Promise<Service> {
	const began = performance.now();
	try {
		await soon(work());
		const detail = `Answered in ${Math.round(performance.now() - began)} ms`;
		return { name, health: "works", detail };
	} catch (error) {
		console.error("status", name, forLog(error));
		return { name, health: "away", detail: `No answer within ${patienceMs / 1000} seconds` };
	}
}

const missing = (name: string, detail: string): Service => ({ name, health: "missing", detail });
const ready = (name: string, detail: string): Service => ({ name, health: "ready", detail });

const standIn = "The sandbox stands in for it";

/** A name that nothing has: to ask for it costs a read and finds nothing. */
const nobody = "status-check";

async function askViewed({ VIEWED }: Env): Promise<Service> {
	const name = "Recently viewed (KV)";
	if (!VIEWED) return missing(name, "There is no binding VIEWED: nobody sees what they looked at.");
	return ask(name, () => VIEWED.get(nobody));
}

async function askStripe(env: Env): Promise<Service> {
	const name = "Payment (Stripe)";
	if (!getCardFormSettings(env)) {
		return missing(name, "STRIPE_SECRET_KEY or STRIPE_PUBLISHABLE_KEY is not set: nobody can pay.");
	}
	return ask(name, () => retrieveIntent(env, "pi_status_check"));
}

const lookAtWebhook = (env: Env): Service =>
	getWebhookSecret(env)
		? ready("Stripe's webhook", "Its secret is set")
		: missing("Stripe's webhook", "STRIPE_WEBHOOK_SECRET is not set: events are refused.");

const lookAtGoogle = (env: Env): Service =>
	hasGoogle(env)
		? ready("Sign-in with Google", env.GOOGLE_CLIENT_ID ? "Its client is set" : standIn)
		: missing(
				"Sign-in with Google",
				"GOOGLE_CLIENT_ID or GOOGLE_CLIENT_SECRET is not set: sign-in is by password alone.",
			);

const lookAtMail = ({ EMAIL, SANDBOX, MAIL_FROM }: Env): Service =>
	EMAIL || SANDBOX
		? ready("Mail", SANDBOX ? standIn : `Sent as ${MAIL_FROM}`)
		: missing("Mail", "There is no binding EMAIL: no mail is sent.");

const askAll = (shop: Shop): Promise<Service[]> =>
	Promise.all([
		ask("Database (D1)", () => isHealthy(shop)),
		ask("Pictures (R2)", () => shop.env.PICTURES.head(nobody)),
		askViewed(shop.env),
		askStripe(shop.env),
		lookAtWebhook(shop.env),
		lookAtGoogle(shop.env),
		lookAtMail(shop.env),
	]);

export type Services = { checkedAt: Date; services: Service[] };

/** Milliseconds that an isolate repeats what it has found: a page that is looked at often asks nobody more often. */
const memoryMs = 60_000;
let last: Services | null = null;

/**
 * The outside services: whether each is set up, and, of those that can be asked for nothing, whether it answers.
 * @param again asks anew, however short ago it was
 * @throws ShopError 401, 403
 */
export async function checkServices(shop: Shop, again = false): Promise<Services> {
	requireCapability(shop, "status:read");
	if (last && !again && Date.now() - last.checkedAt.getTime() < memoryMs) return last;
	const services = await askAll(shop);
	last = { checkedAt: new Date(), services };
	return last;
}
