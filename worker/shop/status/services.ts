import { getTableName, is, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { requireCapability } from "#worker/auth/authorize.ts";
import { isGoogleConfigured } from "#worker/auth/google.ts";
import * as schema from "#worker/db/schema.ts";
import { retrieveIntent } from "#worker/services/intents.ts";
import { logError } from "#worker/services/log-error.ts";
import { getCardFormSettings, getWebhookSecret } from "#worker/services/stripe.ts";
import type { ShopContext } from "../context.ts";

const tables = Object.values(schema).filter((item) => is(item, SQLiteTable));

/** Looks up a nonexistent rowid in every table, which reads the first pages of each table but no row. */
const probeAllTables = sql.raw(
	`SELECT ${tables.map((table) => `(SELECT 1 FROM "${getTableName(table)}" WHERE rowid = 0)`).join(", ")}`,
);

/** @throws D1's error if a table is damaged or missing */
export async function checkTables({ db }: ShopContext): Promise<boolean> {
	await db.run(probeAllTables);
	return true;
}

/**
 * `works`: responded just now. `ready`: configured, but not called. `missing`: not configured. `down`: failed or did not respond in time.
 */
export type Health = "works" | "ready" | "missing" | "down";

type Service = { name: string; health: Health; detail: string };

const timeoutMs = 2_000;

const rejectAfterTimeout = () =>
	new Promise((_, reject) => {
		const signal = AbortSignal.timeout(timeoutMs);
		signal.addEventListener("abort", () => reject(signal.reason));
	});

async function probe(name: string, work: () => Promise<unknown>): Promise<Service> {
	const startedAt = performance.now();
	try {
		await Promise.race([work(), rejectAfterTimeout()]);
		const detail = `Responded in ${Math.round(performance.now() - startedAt)} ms`;
		return { name, health: "works", detail };
	} catch (error) {
		logError("status", name, error);
		return {
			name,
			health: "down",
			detail: `No successful response within ${timeoutMs / 1000} seconds`,
		};
	}
}

const createService = (name: string, health: Health, detail: string): Service => ({
	name,
	health,
	detail,
});

const sandboxDetail = "Replaced by the sandbox";

/** A key that does not exist. Reading it costs one operation. */
const probeKey = "status-check";

function probeServices(shop: ShopContext): Promise<Service[]> {
	const { env } = shop;
	const { EMAIL, GOOGLE_CLIENT_ID, MAIL_FROM, PICTURES, SANDBOX, VIEWED } = env;
	const [viewed, stripe, webhook] = ["Recently viewed (KV)", "Payment (Stripe)", "Stripe webhook"];
	const [google, email] = ["Sign-in with Google", "Email"];
	return Promise.all([
		probe("Database (D1)", () => checkTables(shop)),
		probe("Pictures (R2)", () => PICTURES.head(probeKey)),
		VIEWED
			? probe(viewed, () => VIEWED.get(probeKey))
			: createService(
					viewed,
					"missing",
					"The VIEWED binding is missing, so recently viewed tools are not shown.",
				),
		getCardFormSettings(env)
			? // Returns null, because Stripe has no such intent.
				probe(stripe, () => retrieveIntent(env, "pi_status_check"))
			: createService(
					stripe,
					"missing",
					"STRIPE_SECRET_KEY or STRIPE_PUBLISHABLE_KEY is not set, so nobody can pay.",
				),
		getWebhookSecret(env)
			? createService(webhook, "ready", "Secret is set")
			: createService(
					webhook,
					"missing",
					"STRIPE_WEBHOOK_SECRET is not set, so events are rejected.",
				),
		isGoogleConfigured(env)
			? createService(google, "ready", GOOGLE_CLIENT_ID ? "Client is set" : sandboxDetail)
			: createService(
					google,
					"missing",
					"GOOGLE_CLIENT_ID or GOOGLE_CLIENT_SECRET is not set, so customers can sign in only with a password.",
				),
		EMAIL || SANDBOX
			? createService(email, "ready", SANDBOX ? sandboxDetail : `Sent as ${MAIL_FROM}`)
			: createService(email, "missing", "The EMAIL binding is missing, so emails are not sent."),
	]);
}

const cacheTtlMs = 60_000;
let cached: { checkedAt: Date; services: Service[] } | null = null;

/**
 * @param refresh - whether to ignore the cached result
 * @throws ShopError 401, 403
 */
export async function checkServices(shop: ShopContext, { refresh = false } = {}) {
	requireCapability(shop, "status:read");
	if (cached && !refresh && Date.now() - cached.checkedAt.getTime() < cacheTtlMs) return cached;
	const services = await probeServices(shop);
	cached = { checkedAt: new Date(), services };
	return cached;
}
