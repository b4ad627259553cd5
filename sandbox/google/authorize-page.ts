import { html } from "hono/html";
import type { Markup } from "../pages/page.ts";
import { people } from "./accounts.ts";

function account(person: (typeof people)[number]): Markup {
	const hosted = person.hd === undefined ? "" : ` (organization ${person.hd})`;
	const note = person.email_verified ? hosted : " (address not verified)";
	return html`<button name="choice" value="${person.sub}">${person.name}<span>${person.email}${note}</span></button>`;
}

/**
 * Shows the accounts to choose from, one to type in, and a way out.
 * @param request parameters of the authorization request, sent again with the choice
 */
export function accountsPage(request: Readonly<Record<string, string | undefined>>): Markup {
	const hidden = Object.entries(request).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
	);
	return html`<h1>Choose an account</h1>
<p class="quiet">A stand-in for Google. These people do not exist.</p>
<form method="post" action="/__sandbox/google/o/oauth2/v2/auth">
	${hidden}
	${people.map(account)}
</form>
<details class="choice">
	<summary>Use another account</summary>
	<form method="post" action="/__sandbox/google/o/oauth2/v2/auth">
		${hidden}
		<label>Name <input name="name" autocomplete="off"></label>
		<label>Email <input name="email" type="email" required autocomplete="off"></label>
		<label><input type="checkbox" name="verified" checked> The address is verified</label>
		<label>Organization (hd), such as my-shop.com <input name="hd" autocomplete="off"></label>
		<label>Which Google account with this address <input name="which" type="number" min="1" value="1"></label>
		<button name="choice" value="other">Continue</button>
	</form>
</details>
<form method="post" action="/__sandbox/google/o/oauth2/v2/auth">
	${hidden}
	<button name="choice" value="cancel">Cancel</button>
</form>`;
}

/** Shows why a request cannot be served; as with Google, nobody is sent back for it. */
export function refusalPage(reason: string): Markup {
	return html`<h1>Access blocked</h1>
<p>The shop's request is not right.</p>
<p><code>Error 400: invalid_request, ${reason}</code></p>`;
}
