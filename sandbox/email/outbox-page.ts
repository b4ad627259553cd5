import { html } from "hono/html";
import type { Markup } from "../pages/page.ts";
import type { Email } from "./outbox.ts";

/** Turns the URLs in text into links and escapes the rest. */
function linkUrls(text: string) {
	return text
		.split(/(https?:\/\/[^\s<>"]+)/)
		.map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}

function renderEmail(email: Email): Markup {
	return html`<article>
	<header>
		<h2>${email.subject}</h2>
		<p>To ${email.to}</p>
		<p>From ${email.from}, <time datetime="${email.sentAt}">${email.sentAt.replace("T", " ").slice(0, 19)}</time></p>
		${email.replyTo === null ? "" : html`<p>Reply to ${email.replyTo}</p>`}
	</header>
	<pre>${linkUrls(email.text)}</pre>
	${
		email.html === null
			? ""
			: html`<details><summary>HTML part</summary>
	<iframe title="HTML part of ${email.subject}" sandbox="allow-popups" srcdoc="${email.html}"></iframe></details>`
	}
</article>`;
}

export function renderOutboxPage(emails: Email[]): Markup {
	return html`<p><a href="/__sandbox/">Sandbox</a></p>
<h1>Sent emails</h1>
${emails.length === 0 ? html`<p class="quiet">No emails have been sent yet.</p>` : emails.map(renderEmail)}`;
}
