import { Hono } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "../env.ts";
import { testCards } from "../stripe/cards.ts";
import { sendPage } from "./page.ts";

function groups(number: string): string {
	return number.replace(/(\d{4})(?=\d)/g, "$1 ");
}

const content = html`
<h1>Sandbox</h1>
<p>The shop runs against these stand-ins on this machine: no account, no key, no network. Nothing here is
real, and no real card or address belongs here. The live shop has none of it.</p>

<h2>Mail</h2>
<p>What the shop sends goes to the <a href="/__sandbox/mail">outbox</a>
(<a href="/__sandbox/mail.json">as JSON</a>). <code>PUT /__sandbox/mail/switches</code> with
<code>{"fail": n, "to": "…"}</code> lets the next <i>n</i> mails fail.</p>

<h2>Google</h2>
<p>“Continue with Google” shows a page of invented accounts, one with an unverified address, and a form
for any other.</p>

<h2>Stripe</h2>
<p>Any future date, any security code, and any ZIP code go with these cards:</p>
<table>
	<thead><tr><th scope="col">Card number</th><th scope="col">What happens</th></tr></thead>
	<tbody>${testCards.map(
		(card) => html`<tr><td><code>${groups(card.number)}</code></td><td>${card.does}</td></tr>`,
	)}</tbody>
</table>
<p><code>PUT /__sandbox/stripe-js/switches</code> with <code>{"ready": ms, "loaderror": n}</code> makes the card fields late, or
lets the next <i>n</i> of them fail to load.</p>
<p>The account's keys are <code>sk_test_sandbox</code>, <code>rk_test_sandbox</code> (restricted, as the deployment guide says) and
<code>pk_test_sandbox</code>; any other is refused. The <a href="/__sandbox/stripe/ledger.json">ledger</a> lists every payment,
refund, dispute and event (<code>?order=</code> for those of one order).</p>

<h3>What others do</h3>
<p>By the buttons beside the <a href="/__sandbox/payments">payments</a>, or by <code>POST</code> with a JSON body, below <code>/__sandbox/stripe</code>; what is in brackets may be left out:</p>
<ul>
	<li><code>/intents/{id}/settle</code> <code>{"outcome": "succeeded"}</code> or <code>"failed"</code>: the end of a payment in
	<i>processing</i></li>
	<li><code>/intents/{id}/refund</code> <code>{["amount": cents]}</code>: a refund made in Stripe's dashboard</li>
	<li><code>/refunds/{id}/settle</code> <code>{"outcome": "succeeded"}</code>, <code>"canceled"</code> or
	<code>"failed"</code> [<code>"reason": "lost_or_stolen_card"</code> …]: the end of a pending refund; one that succeeded may fail too</li>
	<li><code>/intents/{id}/dispute</code> <code>{["reason": "fraudulent", "inquiry": true, "amount": cents]}</code></li>
	<li><code>/disputes/{id}/step</code> <code>{"step": "under_review"}</code>, <code>"won"</code> or <code>"lost"</code>; of an
	inquiry <code>"escalated"</code> or <code>"closed"</code></li>
	<li><code>/intents/{id}/fraud-warning</code> <code>{}</code>: the bank's early warning</li>
	<li><code>/other-app</code> <code>{"amount": cents, ["metadata": {…}]}</code>: a payment that another app made on the same
	account</li>
	<li><code>/clock</code> <code>{"advance": ms}</code>: moves Stripe's clock on, and does what comes due: webhooks that were
	refused come again after 5 and 30 minutes, then hours, for almost three days; refunds settle after a minute; an idempotency
	key is forgotten after a day</li>
	<li><code>/events/{id}/deliver</code>: sends an event again</li>
</ul>

<h3>What goes wrong</h3>
<p>The <a href="/__sandbox/stripe/switches">switches</a> decide. <code>PUT /__sandbox/stripe/switches</code> takes, each optional:</p>
<ul>
	<li><code>"order"</code>: only for this order, in place of the switches for all</li>
	<li><code>"webhooks"</code>: <code>"normal"</code>, <code>"drop"</code> or <code>"hold"</code>; what is held goes out with
	<code>POST …/switches/release</code> and <code>{"order": "…", "reverse": true}</code></li>
	<li><code>"duplicate"</code>: how many more times each event is delivered</li>
	<li><code>"delay"</code>: milliseconds before delivery</li>
	<li><code>"refunds"</code>: <code>"pending"</code> or <code>"insufficient_funds"</code> (pending until changed),
	<code>"refused"</code> or <code>"normal"</code></li>
	<li><code>"minimumAmount"</code>: cents, as of an account with another currency</li>
	<li><code>"faults"</code>: a list such as
	<code>[{"operation": "payment_intents.create", "kind": "fail", "times": 2}]</code>; operation <code>*</code> is any. Kinds:
	<code>fail</code> (500; repeated under the idempotency key for a day, unless <code>"saved": false</code>; with
	<code>"done": true</code> the work is done all the same), <code>unavailable</code> (503, nothing begun),
	<code>drop</code> (done, but a gateway answers 502), <code>reset</code> (done, but the answer breaks off),
	<code>hang</code> (done, answered after <code>"ms"</code>), <code>rate_limit</code> and <code>lock_timeout</code> (429)</li>
</ul>
<p><code>DELETE</code> resets them. <code>PUT /__sandbox/stripe/rate-limit</code> <code>{"perSecond": n}</code> limits the account's
calls; <code>PUT /__sandbox/stripe/webhook-endpoint</code> <code>{"events": ["*"], "previousSecret": "whsec_…"}</code> sets which types of
event are delivered and a secret that is being rolled.</p>
`;

/** `/__sandbox/`: what is mocked, and how to control it. */
export const indexPage = new Hono<AppEnv>().get("/", (c) => sendPage(c, "Sandbox", content));
