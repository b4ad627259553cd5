import { Hono } from "hono";
import type Stripe from "stripe";
import * as v from "valibot";
import type { AppEnv } from "../../env.ts";
import { endpoint } from "../endpoint.ts";
import { missing } from "../errors.ts";
import { events } from "../event-log.ts";
import { text } from "../form.ts";
import { listParams, page } from "../lists.ts";
import { balanceTransactions, fraudWarnings } from "../objects.ts";
import { paramsOf } from "../params.ts";
import { renderBalanceTransaction } from "../render/balance-transaction.ts";
import { renderFraudWarning } from "../render/dispute.ts";
import { renderEvent } from "../render/event.ts";

const nothing = v.strictObject({});

const retrieveEvent = endpoint({
	operation: "events.retrieve",
	schema: nothing,
	permission: "rak_event_read",
	order: () => null,
	run: ({ context: { store }, id }) => {
		const event = store.get(events, id);
		if (!event) throw missing("event", id);
		return renderEvent(event);
	},
});

const listEvents = endpoint({
	operation: "events.list",
	schema: paramsOf<Stripe.EventListParams>()({
		...listParams.entries,
		type: v.optional(text),
		types: v.optional(v.array(text)),
	}),
	permission: "rak_event_read",
	order: () => null,
	run: ({ context: { store }, params: { type, types, ...params } }) =>
		page(
			"/v1/events",
			"event",
			store
				.list(events)
				.filter((each) => type === undefined || matches(each.type, type))
				.filter((each) => types === undefined || types.includes(each.type))
				.map(renderEvent),
			params,
		),
});

/** `charge.*` stands for all types that begin so. */
const matches = (type: string, wanted: string) =>
	wanted.endsWith("*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

const retrieveEntry = endpoint({
	operation: "balance_transactions.retrieve",
	schema: nothing,
	permission: "rak_balance_transaction_source_read",
	order: () => null,
	run: ({ context: { store }, id }) => {
		const entry = store.get(balanceTransactions, id);
		if (!entry) throw missing("balance transaction", id);
		return renderBalanceTransaction(entry);
	},
});

const listEntries = endpoint({
	operation: "balance_transactions.list",
	schema: paramsOf<Stripe.BalanceTransactionListParams>()({
		...listParams.entries,
		source: v.optional(text),
		type: v.optional(text),
	}),
	permission: "rak_balance_transaction_source_read",
	order: () => null,
	run: ({ context: { store }, params: { source, type, ...params } }) =>
		page(
			"/v1/balance_transactions",
			"balance transaction",
			store
				.list(balanceTransactions, source)
				.filter((each) => type === undefined || each.type === type)
				.map(renderBalanceTransaction),
			params,
		),
});

const listWarnings = endpoint({
	operation: "early_fraud_warnings.list",
	schema: paramsOf<Stripe.Radar.EarlyFraudWarningListParams>()({
		...listParams.entries,
		charge: v.optional(text),
		payment_intent: v.optional(text),
	}),
	permission: "rak_radar_early_fraud_warning_read",
	order: () => null,
	run: ({ context: { store }, params: { charge, payment_intent: intent, ...params } }) =>
		page(
			"/v1/radar/early_fraud_warnings",
			"early_fraud_warning",
			store
				.list(fraudWarnings)
				.filter((each) => charge === undefined || each.charge === charge)
				.filter((each) => intent === undefined || each.payment_intent === intent)
				.map((each) => renderFraudWarning(store, each)),
			params,
		),
});

/** What Stripe reports: `/v1/events`, `/v1/balance_transactions`, `/v1/radar/early_fraud_warnings`. */
export const reportRoutes = new Hono<AppEnv>()
	.get("/events", listEvents)
	.get("/events/:id", retrieveEvent)
	.get("/balance_transactions", listEntries)
	.get("/balance_transactions/:id", retrieveEntry)
	.get("/radar/early_fraud_warnings", listWarnings);
