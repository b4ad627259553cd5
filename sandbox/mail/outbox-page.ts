import { html } from "hono/html";
import type { Markup } from "../pages/page.ts";
import type { Email } from "./outbox.ts";

/** Makes the addresses in a text clickable; the rest is escaped. */
function linkify(text: string) {
	return text
		.split(/(https?:\/\/[^\s<>"]+)/)
		.map((part, place) => (place % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}

function article(mail: Email): Markup {
	return html`<article>
	<header>
		<h2>${mail.subject}</h2>
		<p>To ${mail.to}</p>
		<p>From ${mail.from}, <time datetime="${mail.sentAt}">${mail.sentAt.replace("T", " ").slice(0, 19)}</time></p>
	</header>
	<pre>${linkify(mail.text)}</pre>
	${
		mail.html === null
			? ""
			: html`<details><summary>HTML part</summary>
	<iframe title="HTML part of ${mail.subject}" sandbox="allow-popups" srcdoc="${mail.html}"></iframe></details>`
	}
</article>`;
}

/** Shows the outbox, in the order it is given. */
export function outboxPage(mails: Email[]): Markup {
	return html`<p><a href="/__sandbox/">Sandbox</a></p>
<h1>Outbox</h1>
${mails.length === 0 ? html`<p class="quiet">No mail has been sent yet.</p>` : mails.map(article)}`;
}
