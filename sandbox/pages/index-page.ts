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
<p>A payment in <i>processing</i> ends with <code>POST /__sandbox/stripe/intents/{id}/settle</code> and
<code>{"outcome": "succeeded"}</code> or <code>"failed"</code>.</p>
<p>The <a href="/__sandbox/stripe/ledger.json">ledger</a> lists every payment, refund and event
(<code>?order=</code> for those of one order).</p>
<p>The <a href="/__sandbox/stripe/switches">switches</a> decide what goes wrong.
<code>PUT /__sandbox/stripe/switches</code> takes, each optional:</p>
<ul>
	<li><code>"order"</code>: only for this order, in place of the switches for all</li>
	<li><code>"webhooks"</code>: <code>"normal"</code>, <code>"drop"</code> or <code>"hold"</code>; what is held goes out with
	<code>POST …/switches/release</code> and <code>{"order": "…", "reverse": true}</code></li>
	<li><code>"duplicate"</code>: how many more times each event is delivered</li>
	<li><code>"delay"</code>: milliseconds before delivery</li>
	<li><code>"faults"</code>: a list such as
	<code>[{"operation": "payment_intents.create", "kind": "fail", "times": 2}]</code>, where kind is
	<code>fail</code> (500, nothing done), <code>drop</code> (done, but the answer is 500) or
	<code>hang</code> (done, answered after <code>"ms"</code>)</li>
</ul>
<p><code>DELETE</code> resets them. <code>POST /__sandbox/stripe/events/{id}/deliver</code> sends an event again.</p>
`;

/** `/__sandbox/`: what is doubled, and how to steer it. */
export const indexPage = new Hono<AppEnv>().get("/", (c) => sendPage(c, "Sandbox", content));
