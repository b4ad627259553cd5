import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "../env.ts";
import type { Store } from "../store.ts";
import {
	type Charge,
	charges,
	disputes,
	type PaymentIntent,
	paymentIntents,
	refunds,
} from "../stripe/objects.ts";
import { runDashboardAction } from "../stripe/routes/dashboard.ts";
import { type Markup, sendPage } from "./page.ts";

const maxPayments = 50;

const formatMoney = (cents: number, currency: string) =>
	new Intl.NumberFormat("en-US", { style: "currency", currency }).format(cents / 100);

/** Renders a form with one button, which runs an action and returns to this page. */
const renderButton = (
	action: string,
	label: string,
	fields: Record<string, string> = {},
): Markup => html`
<form method="post" action="/__sandbox/payments">
	<input type="hidden" name="action" value="${action}">
	${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
	<button type="submit">${label}</button>
</form>`;

function renderRefundSections(store: Store, charge: Charge | null): Markup[] {
	const chargeRefunds = store.list(refunds).filter((refund) => refund.charge === charge?.id);
	return chargeRefunds.map(({ id, amount, currency, status }) => {
		const renderSettleButton = (label: string, outcome: string) =>
			renderButton("settle-refund", label, { id, outcome });
		return html`<h3>Refund of ${formatMoney(amount, currency)}: ${status}</h3>
<div class="actions">
	${status === "pending" ? renderSettleButton("Mark as succeeded", "succeeded") : ""}
	${status === "pending" || status === "succeeded" ? renderSettleButton("Mark as failed", "failed") : ""}
</div>`;
	});
}

function renderDisputeSections(store: Store, charge: Charge | null): Markup[] {
	const chargeDisputes = store.list(disputes).filter((dispute) => dispute.charge === charge?.id);
	return chargeDisputes.map(({ id, amount, currency, status }) => {
		const renderStepButton = (label: string, step: string) =>
			renderButton("step", label, { id, step });
		const isOpen = status === "needs_response" || status === "under_review";
		const isInquiry = status === "warning_needs_response" || status === "warning_under_review";
		return html`<h3>Dispute of ${formatMoney(amount, currency)}: ${status}</h3>
<div class="actions">
	${isOpen ? [renderStepButton("Mark as won", "won"), renderStepButton("Mark as lost", "lost")] : ""}
	${isInquiry ? [renderStepButton("Escalate to a dispute", "escalated"), renderStepButton("Close the inquiry", "closed")] : ""}
</div>`;
	});
}

function renderPayment(store: Store, intent: PaymentIntent): Markup {
	const charge = store.get(charges, intent.latest_charge ?? "");
	const { id } = intent;
	const renderSettleButton = (label: string, outcome: string) =>
		renderButton("settle", label, { id, outcome });
	return html`<article>
	<header>
		<h2>${formatMoney(intent.amount, intent.currency)}: ${intent.status}</h2>
		<p>Order ${intent.metadata.order ?? "none"}</p>
		<p><code>${id}</code></p>
	</header>
	<div class="actions">
		${intent.status === "processing" ? [renderSettleButton("Mark as succeeded", "succeeded"), renderSettleButton("Mark as failed", "failed")] : ""}
		${charge?.paid && !charge.refunded ? renderButton("refund", "Refund the remaining amount", { id }) : ""}
		${
			charge?.paid && !charge.disputed
				? [
						renderButton("dispute", "Open a dispute", { id }),
						renderButton("inquire", "Open an inquiry", { id }),
						renderButton("warn", "Send an early fraud warning", { id }),
					]
				: ""
		}
	</div>
	${renderRefundSections(store, charge)}
	${renderDisputeSections(store, charge)}
</article>`;
}

function renderPayments(store: Store): Markup {
	const latest = store.list(paymentIntents).slice(0, maxPayments);
	return html`<p><a href="/__sandbox/">Sandbox</a></p>
<h1>Stripe payments</h1>
<p>The latest ${maxPayments} payments. The buttons simulate what a bank, a cardholder or the owner of the Stripe account can do outside the shop. Webhooks notify the shop.</p>
<div class="actions">${renderButton("other-app", "Charge $888.00 from another app on the same Stripe account")}</div>
${latest.length === 0 ? html`<p class="quiet">There are no payments yet.</p>` : latest.map((intent) => renderPayment(store, intent))}`;
}

async function handleAction(c: Context<AppEnv>): Promise<Response> {
	const form = await c.req.parseBody();
	const rejectionReason = runDashboardAction(c.env, form);
	if (rejectionReason === null) return c.redirect("/__sandbox/payments", 303);
	const page = html`<h1>Stripe rejected this</h1><p>${rejectionReason}</p><p><a href="/__sandbox/payments">Payments</a></p>`;
	return sendPage(c, "Stripe payments", page, 400);
}

/** Serves `/__sandbox/payments`: the payments, with buttons that simulate bank and Stripe Dashboard actions. */
export const paymentsPage = new Hono<AppEnv>()
	.get("/payments", (c) => sendPage(c, "Stripe payments", renderPayments(c.env.store)))
	.post("/payments", handleAction);
