import { getTableName, is, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { requireCapability } from "#worker/auth/authorize.ts";
import { isGoogleConfigured } from "#worker/auth/google.ts";
import * as schema from "#worker/db/schema.ts";
import { retrieveIntent } from "#worker/services/intents.ts";
import { getCardFormSettings, getWebhookSecret } from "#worker/services/stripe.ts";
import type { Shop } from "../context.ts";
import { forLog } from "../errors.ts";

const tables = Object.values(schema).filter((item) => is(item, SQLiteTable));

/** Looks for a row that no table has: reads the first pages of each, and no row. */
const lookIntoAll = sql.raw(
	`SELECT ${tables.map((table) => `(SELECT 1 FROM "${getTableName(table)}" WHERE rowid = 0)`).join(", ")}`,
);

/** @returns true once every table of the database has been looked into @throws as D1 does, where one is broken or gone */
export async function checkTables({ db }: Shop): Promise<boolean> {
	await db.run(lookIntoAll);
	return true;
}

/** `works`: it has answered just now. `ready`: it is set up, and was not asked. `away`: it did not answer. */
export type Health = "works" | "ready" | "missing" | "away";

type Service = { name: string; health: Health; detail: string };

/** For each of them; all are asked at once. */
const timeoutMs = 2_000;

async function inTime(work: Promise<unknown>): Promise<void> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise((_, reject) => {
		timer = setTimeout(() => reject(new Error("no answer in time")), timeoutMs);
	});
	await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function probe(name: string, work: () => Promise<unknown>): Promise<Service> {
	const began = performance.now();
	try {
		await inTime(work());
		const detail = `Answered in ${Math.round(performance.now() - began)} ms`;
		return { name, health: "works", detail };
	} catch (error) {
		console.error("status", name, forLog(error));
		return { name, health: "away", detail: `No answer within ${timeoutMs / 1000} seconds` };
	}
}

const missing = (name: string, detail: string): Service => ({ name, health: "missing", detail });

const isSet = (name: string, isThere: unknown, ready: string, absent: string): Service =>
	isThere ? { name, health: "ready", detail: ready } : missing(name, absent);

const inSandbox = "Replaced by the sandbox";

/** A key that nothing has: to ask for it costs a read and finds nothing. */
const probeKey = "status-check";

function checkAll(shop: Shop): Promise<Service[]> {
	const { env } = shop;
	const { EMAIL, GOOGLE_CLIENT_ID, MAIL_FROM, PICTURES, SANDBOX, VIEWED } = env;
	const [viewed, stripe] = ["Recently viewed (KV)", "Payment (Stripe)"];
	return Promise.all([
		probe("Database (D1)", () => checkTables(shop)),
		probe("Pictures (R2)", () => PICTURES.head(probeKey)),
		VIEWED
			? probe(viewed, () => VIEWED.get(probeKey))
			: missing(viewed, "There is no binding VIEWED: nobody sees what they looked at."),
		getCardFormSettings(env)
			? probe(stripe, () => retrieveIntent(env, "pi_status_check"))
			: missing(stripe, "STRIPE_SECRET_KEY or STRIPE_PUBLISHABLE_KEY is not set: nobody can pay."),
		isSet(
			"Stripe's webhook",
			getWebhookSecret(env),
			"Its secret is set",
			"STRIPE_WEBHOOK_SECRET is not set: events are refused.",
		),
		isSet(
			"Sign-in with Google",
			isGoogleConfigured(env),
			GOOGLE_CLIENT_ID ? "Its client is set" : inSandbox,
			"GOOGLE_CLIENT_ID or GOOGLE_CLIENT_SECRET is not set: sign-in is by password alone.",
		),
		isSet(
			"Mail",
			EMAIL || SANDBOX,
			SANDBOX ? inSandbox : `Sent as ${MAIL_FROM}`,
			"There is no binding EMAIL: no mail is sent.",
		),
	]);
}

type Services = { checkedAt: Date; services: Service[] };

/** An isolate repeats what it has found for so long: a page that is opened often probes no more often. */
const cacheTtlMs = 60_000;
let last: Services | null = null;

/** @param refresh probes again, however short ago it was @throws ShopError 401, 403 */
export async function checkServices(shop: Shop, refresh = false): Promise<Services> {
	requireCapability(shop, "status:read");
	if (last && !refresh && Date.now() - last.checkedAt.getTime() < cacheTtlMs) return last;
	const services = await checkAll(shop);
	last = { checkedAt: new Date(), services };
	return last;
}
