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

const latestCount = 50;

const money = (cents: number, currency: string) =>
	new Intl.NumberFormat("en-US", { style: "currency", currency }).format(cents / 100);

/** A form of one button, which posts an action and comes back to this page. */
const button = (action: string, label: string, fields: Record<string, string> = {}): Markup => html`
<form method="post" action="/__sandbox/payments">
	<input type="hidden" name="action" value="${action}">
	${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
	<button type="submit">${label}</button>
</form>`;

function refundsOf(store: Store, charge: Charge | null): Markup[] {
	const own = store.list(refunds).filter((each) => each.charge === charge?.id);
	return own.map(({ id, amount, currency, status }) => {
		const settleButton = (label: string, outcome: string) =>
			button("settle-refund", label, { id, outcome });
		return html`<h3>Refund of ${money(amount, currency)}: ${status}</h3>
<div class="actions">
	${status === "pending" ? settleButton("Mark as succeeded", "succeeded") : ""}
	${status === "pending" || status === "succeeded" ? settleButton("Mark as failed", "failed") : ""}
</div>`;
	});
}

function disputesOf(store: Store, charge: Charge | null): Markup[] {
	const own = store.list(disputes).filter((each) => each.charge === charge?.id);
	return own.map(({ id, amount, currency, status }) => {
		const stepButton = (label: string, next: string) => button("step", label, { id, step: next });
		const open = status === "needs_response" || status === "under_review";
		const isInquiry = status === "warning_needs_response" || status === "warning_under_review";
		return html`<h3>Dispute of ${money(amount, currency)}: ${status}</h3>
<div class="actions">
	${open ? [stepButton("The shop wins", "won"), stepButton("The shop loses", "lost")] : ""}
	${isInquiry ? [stepButton("Escalate to a dispute", "escalated"), stepButton("Close the inquiry", "closed")] : ""}
</div>`;
	});
}

function payment(store: Store, intent: PaymentIntent): Markup {
	const charge = store.get(charges, intent.latest_charge ?? "");
	const { id } = intent;
	const settleButton = (label: string, outcome: string) => button("settle", label, { id, outcome });
	return html`<article>
	<header>
		<h2>${money(intent.amount, intent.currency)}: ${intent.status}</h2>
		<p>Order ${intent.metadata.order ?? "none"}</p>
		<p><code>${id}</code></p>
	</header>
	<div class="actions">
		${intent.status === "processing" ? [settleButton("Mark as succeeded", "succeeded"), settleButton("Mark as failed", "failed")] : ""}
		${charge?.paid && !charge.refunded ? button("refund", "Refund the rest", { id }) : ""}
		${
			charge?.paid && !charge.disputed
				? [
						button("dispute", "Open a dispute", { id }),
						button("inquire", "Open an inquiry", { id }),
						button("warn", "Send an early fraud warning", { id }),
					]
				: ""
		}
	</div>
	${refundsOf(store, charge)}
	${disputesOf(store, charge)}
</article>`;
}

function list(store: Store): Markup {
	const latest = store.list(paymentIntents).slice(0, latestCount);
	return html`<p><a href="/__sandbox/">Sandbox</a></p>
<h1>Payments at Stripe</h1>
<p>These buttons do what a bank, a cardholder or the owner of the Stripe account can do without the shop, which learns of it by webhook. The latest ${latestCount} payments are listed.</p>
<div class="actions">${button("other-app", "Charge $888.00 from another app on the same Stripe account")}</div>
${latest.length === 0 ? html`<p class="quiet">Nothing has been paid yet.</p>` : latest.map((intent) => payment(store, intent))}`;
}

async function act(c: Context<AppEnv>): Promise<Response> {
	const form = await c.req.parseBody();
	const refusal = runDashboardAction(c.env, form);
	if (refusal === null) return c.redirect("/__sandbox/payments", 303);
	const page = html`<h1>Stripe rejected this</h1><p>${refusal}</p><p><a href="/__sandbox/payments">Payments</a></p>`;
	return sendPage(c, "Payments at Stripe", page, 400);
}

/** `/__sandbox/payments`: buttons for what is done in Stripe's Dashboard or by a bank. */
export const paymentsPage = new Hono<AppEnv>()
	.get("/payments", (c) => sendPage(c, "Payments at Stripe", list(c.env.store)))
	.post("/payments", act);
