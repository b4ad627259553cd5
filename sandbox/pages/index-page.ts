import { Hono } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "../env.ts";
import { testCards } from "../stripe/cards.ts";
import { sendPage } from "./page.ts";

function groupDigits(number: string): string {
	return number.replace(/(\d{4})(?=\d)/g, "$1 ");
}

const content = html`
<h1>Sandbox</h1>
<p>Mocks of the services that the shop uses, for local development. They need no account, API key or network. Do not enter
real cards or addresses. The deployed shop has no sandbox.</p>

<h2>Email</h2>
<p><a href="/__sandbox/email">Sent emails</a> (<a href="/__sandbox/email.json">as JSON</a>) lists the emails the shop has sent.
<code>PUT /__sandbox/email/switches</code> with <code>{"fail": n, "to": "…"}</code> makes the next <i>n</i> emails to that
address fail. Without <code>"to"</code>, the next <i>n</i> emails to any address fail.</p>

<h2>Google</h2>
<p>“Continue with Google” lists test accounts, one of which has an unverified email, and has a form for any other
account.</p>

<h2>Stripe</h2>
<p>Use these cards with any future expiration date, any security code and any ZIP code:</p>
<table>
	<thead><tr><th scope="col">Card number</th><th scope="col">What happens</th></tr></thead>
	<tbody>${testCards.map(
		(card) =>
			html`<tr><td><code>${groupDigits(card.number)}</code></td><td>${card.description}</td></tr>`,
	)}</tbody>
</table>
<p><code>PUT /__sandbox/stripe-js/switches</code> with <code>{"ready": ms, "loaderror": n, "wallet": "yes"}</code>
delays the <code>ready</code> event of the card fields, makes the next <i>n</i> fail to load, or enables a test wallet in browsers
(<code>"broken"</code>: its button fails to load). <code>PUT /__sandbox/stripe/switches</code> with <code>{"link": "on"}</code> enables
Link for the account.</p>
<p>The account's API keys are <code>sk_test_sandbox</code>, <code>rk_test_sandbox</code> (a restricted key with the permissions listed in the deployment guide) and
<code>pk_test_sandbox</code>; any other key is rejected. The <a href="/__sandbox/stripe/ledger.json">ledger</a> lists every payment,
refund, dispute and event (<code>?order=</code> for those of one order).</p>

<h3>Simulate bank and Stripe Dashboard actions</h3>
<p>Use the buttons on the <a href="/__sandbox/payments">payments</a> page, or <code>POST</code> a JSON body to these paths under <code>/__sandbox/stripe</code>. Fields in brackets are optional.</p>
<ul>
	<li><code>/intents/{id}/settle</code> <code>{"outcome": "succeeded"}</code> or <code>"failed"</code>: the result of a payment
	that is <i>processing</i></li>
	<li><code>/intents/{id}/refund</code> <code>{["amount": cents]}</code>: creates a refund, as in Stripe's Dashboard</li>
	<li><code>/refunds/{id}/settle</code> <code>{"outcome": "succeeded"}</code>, <code>"canceled"</code> or
	<code>"failed"</code> [<code>"reason": "lost_or_stolen_card"</code> …]: the result of a pending refund. A refund that succeeded can still fail.</li>
	<li><code>/intents/{id}/dispute</code> <code>{["reason": "fraudulent", "inquiry": true, "amount": cents]}</code>: opens a dispute or an inquiry</li>
	<li><code>/disputes/{id}/step</code> <code>{"step": "under_review"}</code>, <code>"won"</code> or <code>"lost"</code>; for an
	inquiry <code>"escalated"</code> or <code>"closed"</code></li>
	<li><code>/intents/{id}/fraud-warning</code> <code>{}</code>: sends an early fraud warning</li>
	<li><code>/other-app</code> <code>{"amount": cents, ["metadata": {…}]}</code>: simulates a payment by another app on the same
	account</li>
	<li><code>/clock</code> <code>{"advance": ms}</code>: advances Stripe's clock and runs the tasks that become due. Failed webhooks are retried after
	5 and 30 minutes, then after hours, for almost three days. Refunds settle after a minute. Idempotency keys expire after a
	day.</li>
	<li><code>/events/{id}/deliver</code>: redelivers an event</li>
</ul>

<h3>Fault injection</h3>
<p><code>PUT</code> a JSON body to <a href="/__sandbox/stripe/switches"><code>/__sandbox/stripe/switches</code></a>. All fields are optional:</p>
<ul>
	<li><code>"order"</code>: the ID of an order. Its switches override the switches for all orders.</li>
	<li><code>"webhooks"</code>: <code>"normal"</code>, <code>"drop"</code> or <code>"hold"</code>. To send held webhooks,
	<code>POST</code> <code>{"order": "…", "reverse": true}</code> to <code>…/switches/release</code>.</li>
	<li><code>"duplicate"</code>: number of additional deliveries of each event</li>
	<li><code>"delay"</code>: milliseconds before each delivery</li>
	<li><code>"refunds"</code>: <code>"pending"</code> or <code>"insufficient_funds"</code> (pending until settled by an action),
	<code>"rejected"</code> or <code>"normal"</code></li>
	<li><code>"minimumAmount"</code>: minimum payment amount in cents, which depends on the account's currency</li>
	<li><code>"faults"</code>: a list such as
	<code>[{"operation": "payment_intents.create", "kind": "fail", "times": 2}]</code>. Operation <code>*</code> matches every operation. Kinds:
	<code>fail</code> (500, stored under the idempotency key unless <code>"stored": false</code>; executed only with
	<code>"executed": true</code>), <code>unavailable</code> (503, not executed), <code>drop</code> (executed, but a gateway responds
	with 502), <code>reset</code> (executed, but the connection is reset during the response), <code>hang</code> (executed, but the
	response is delayed by <code>"ms"</code>), <code>rate_limit</code> and <code>lock_timeout</code> (429, not executed)</li>
</ul>
<p><code>DELETE /__sandbox/stripe/switches</code> resets the switches. <code>PUT /__sandbox/stripe/rate-limit</code>
<code>{"perSecond": n}</code> sets a rate limit for the account. <code>PUT /__sandbox/stripe/webhook-endpoint</code>
<code>{"events": ["*"], "previousSecret": "whsec_…"}</code> sets which event types are delivered, and the previous signing secret
while the secret is being rolled.</p>
`;

/** Serves the page at `/__sandbox/`: what is mocked and how to control it. */
export const indexPage = new Hono<AppEnv>().get("/", (c) => sendPage(c, "Sandbox", content));
