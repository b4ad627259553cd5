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
import { dashboardActions } from "../stripe/routes/dashboard.ts";
import { type Markup, sendPage } from "./page.ts";

const shown = 50;

const money = (cents: number, currency: string) =>
	new Intl.NumberFormat("en-US", { style: "currency", currency }).format(cents / 100);

/** A button that sends a form with one action, and returns to the page. */
const button = (action: string, label: string, fields: Record<string, string> = {}): Markup => html`
<form method="post" action="/__sandbox/payments">
	<input type="hidden" name="action" value="${action}">
	${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
	<button type="submit">${label}</button>
</form>`;

function refundsOf(store: Store, charge: Charge | null): Markup[] {
	const own = store.list(refunds).filter((each) => each.charge === charge?.id);
	return own.map(({ id, amount, currency, status }) => {
		const end = (label: string, outcome: string) => button("settle-refund", label, { id, outcome });
		return html`<h3>Refund of ${money(amount, currency)}: ${status}</h3>
<div class="actions">
	${status === "pending" ? end("It succeeds", "succeeded") : ""}
	${status === "pending" || status === "succeeded" ? end("It fails", "failed") : ""}
</div>`;
	});
}

function disputesOf(store: Store, charge: Charge | null): Markup[] {
	const own = store.list(disputes).filter((each) => each.charge === charge?.id);
	return own.map(({ id, amount, currency, status }) => {
		const step = (label: string, next: string) => button("step", label, { id, step: next });
		const open = status === "needs_response" || status === "under_review";
		const asks = status === "warning_needs_response" || status === "warning_under_review";
		return html`<h3>Dispute of ${money(amount, currency)}: ${status}</h3>
<div class="actions">
	${open ? [step("The shop wins", "won"), step("The shop loses", "lost")] : ""}
	${asks ? [step("It becomes a dispute", "escalated"), step("It is closed", "closed")] : ""}
</div>`;
	});
}

function payment(store: Store, intent: PaymentIntent): Markup {
	const charge = store.get(charges, intent.latest_charge ?? "");
	const { id } = intent;
	const settle = (label: string, outcome: string) => button("settle", label, { id, outcome });
	return html`<article>
	<header>
		<h2>${money(intent.amount, intent.currency)}: ${intent.status}</h2>
		<p>Order ${intent.metadata.order ?? "none"}</p>
		<p><code>${id}</code></p>
	</header>
	<div class="actions">
		${intent.status === "processing" ? [settle("It succeeds", "succeeded"), settle("It fails", "failed")] : ""}
		${charge?.paid && !charge.refunded ? button("refund", "Refund what is left", { id }) : ""}
		${
			charge?.paid && !charge.disputed
				? [
						button("dispute", "Dispute it", { id }),
						button("inquire", "Inquire first", { id }),
						button("warn", "Warn of fraud", { id }),
					]
				: ""
		}
	</div>
	${refundsOf(store, charge)}
	${disputesOf(store, charge)}
</article>`;
}

function list(store: Store): Markup {
	const latest = store.list(paymentIntents).slice(0, shown);
	return html`<p><a href="/__sandbox/">Sandbox</a></p>
<h1>Payments at Stripe</h1>
<p>What a bank, a card's holder or the account's owner does without the shop, which hears of it by webhook. The latest ${shown}.</p>
<div class="actions">${button("foreign", "Pay $888.00 to another program of the same account")}</div>
${latest.length === 0 ? html`<p class="quiet">Nothing has been paid yet.</p>` : latest.map((intent) => payment(store, intent))}`;
}

async function act(c: Context<AppEnv>): Promise<Response> {
	const form = await c.req.parseBody();
	const answer = dashboardActions(c.env, form);
	if (answer === null) return c.redirect("/__sandbox/payments", 303);
	const page = html`<h1>Stripe refuses that</h1><p>${answer}</p><p><a href="/__sandbox/payments">Payments</a></p>`;
	return sendPage(c, "Payments at Stripe", page, 400);
}

/** `/__sandbox/payments`: what is done in Stripe's dashboard in reality, by buttons. */
export const paymentsPage = new Hono<AppEnv>()
	.get("/payments", (c) => sendPage(c, "Payments at Stripe", list(c.env.store)))
	.post("/payments", act);
