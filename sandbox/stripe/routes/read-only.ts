import { Hono } from "hono";
import type Stripe from "stripe";
import * as v from "valibot";
import type { AppEnv } from "../../env.ts";
import { defineEndpoint } from "../endpoint.ts";
import { resourceMissing } from "../errors.ts";
import { events } from "../event-log.ts";
import { nonEmptyText } from "../form-encoding.ts";
import { listParams, paginate } from "../lists.ts";
import { balanceTransactions, fraudWarnings } from "../objects.ts";
import { defineParamsSchema } from "../params-schema.ts";
import { renderBalanceTransaction } from "../render/balance-transaction.ts";
import { renderFraudWarning } from "../render/dispute.ts";
import { renderEvent } from "../render/event.ts";

const noParams = v.strictObject({});

const retrieveEvent = defineEndpoint({
	operation: "events.retrieve",
	schema: noParams,
	permission: "rak_event_read",
	getOrderIdForInjectedFaults: () => null,
	handler: ({ context: { store }, id }) => {
		const event = store.get(events, id);
		if (!event) throw resourceMissing("event", id);
		return renderEvent(event);
	},
});

const listEvents = defineEndpoint({
	operation: "events.list",
	schema: defineParamsSchema<Stripe.EventListParams>()({
		...listParams.entries,
		type: v.optional(nonEmptyText),
		types: v.optional(v.array(nonEmptyText)),
	}),
	permission: "rak_event_read",
	getOrderIdForInjectedFaults: () => null,
	handler: ({ context: { store }, params: { type, types, ...params } }) =>
		paginate(
			"/v1/events",
			"event",
			store
				.list(events)
				.filter((event) => type === undefined || matchesType(event.type, type))
				.filter((event) => types === undefined || types.includes(event.type))
				.map(renderEvent),
			params,
		),
});

/** @param pattern - a type, or a prefix such as `charge.*` */
const matchesType = (type: string, pattern: string) =>
	pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;

const retrieveTransaction = defineEndpoint({
	operation: "balance_transactions.retrieve",
	schema: noParams,
	getOrderIdForInjectedFaults: () => null,
	handler: ({ context: { store }, id }) => {
		const transaction = store.get(balanceTransactions, id);
		if (!transaction) throw resourceMissing("balance transaction", id);
		return renderBalanceTransaction(transaction);
	},
});

const listTransactions = defineEndpoint({
	operation: "balance_transactions.list",
	schema: defineParamsSchema<Stripe.BalanceTransactionListParams>()({
		...listParams.entries,
		source: v.optional(nonEmptyText),
		type: v.optional(nonEmptyText),
	}),
	getOrderIdForInjectedFaults: () => null,
	handler: ({ context: { store }, params: { source, type, ...params } }) =>
		paginate(
			"/v1/balance_transactions",
			"balance transaction",
			store
				.list(balanceTransactions, source)
				.filter((transaction) => type === undefined || transaction.type === type)
				.map(renderBalanceTransaction),
			params,
		),
});

const listWarnings = defineEndpoint({
	operation: "early_fraud_warnings.list",
	schema: defineParamsSchema<Stripe.Radar.EarlyFraudWarningListParams>()({
		...listParams.entries,
		charge: v.optional(nonEmptyText),
		payment_intent: v.optional(nonEmptyText),
	}),
	permission: "rak_radar_early_fraud_warning_read",
	getOrderIdForInjectedFaults: () => null,
	handler: ({ context: { store }, params: { charge, payment_intent: intent, ...params } }) =>
		paginate(
			"/v1/radar/early_fraud_warnings",
			"early_fraud_warning",
			store
				.list(fraudWarnings)
				.filter((warning) => charge === undefined || warning.charge === charge)
				.filter((warning) => intent === undefined || warning.payment_intent === intent)
				.map((warning) => renderFraudWarning(store, warning)),
			params,
		),
});

/** `/v1/events`, `/v1/balance_transactions` and `/v1/radar/early_fraud_warnings`. */
export const readOnlyRoutes = new Hono<AppEnv>()
	.get("/events", listEvents)
	.get("/events/:id", retrieveEvent)
	.get("/balance_transactions", listTransactions)
	.get("/balance_transactions/:id", retrieveTransaction)
	.get("/radar/early_fraud_warnings", listWarnings);
