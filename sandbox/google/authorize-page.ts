import { html } from "hono/html";
import type { Markup } from "../pages/page.ts";
import { type GoogleAccount, listedAccounts } from "./accounts.ts";

function renderAccountButton(account: GoogleAccount): Markup {
	const organization = account.hd === undefined ? "" : ` (organization ${account.hd})`;
	const note = account.email_verified ? organization : " (address not verified)";
	return html`<button name="choice" value="${account.sub}">${account.name}<span>${account.email}${note}</span></button>`;
}

/**
 * Renders the account chooser: the listed accounts, a form for any other account, and a Cancel button.
 * @param request - parameters of the authorization request, which the forms submit together with the choice
 */
export function renderAccountsPage(request: Readonly<Record<string, string | undefined>>): Markup {
	const hiddenInputs = Object.entries(request).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
	);
	return html`<h1>Choose an account</h1>
<p class="quiet">This page mocks Google. These are test accounts.</p>
<form method="post" action="/__sandbox/google/o/oauth2/v2/auth">
	${hiddenInputs}
	${listedAccounts.map(renderAccountButton)}
</form>
<details class="choice">
	<summary>Use another account</summary>
	<form method="post" action="/__sandbox/google/o/oauth2/v2/auth">
		${hiddenInputs}
		<label>Name <input name="name" autocomplete="off"></label>
		<label>Email <input name="email" type="email" required autocomplete="off"></label>
		<label><input type="checkbox" name="verified" checked> The address is verified</label>
		<label>Organization (hd), such as my-shop.com <input name="hd" autocomplete="off"></label>
		<label>Account number, if several accounts have had this address <input name="accountNumber" type="number" min="1" value="1"></label>
		<button name="choice" value="other">Continue</button>
	</form>
</details>
<form method="post" action="/__sandbox/google/o/oauth2/v2/auth">
	${hiddenInputs}
	<button name="choice" value="cancel">Cancel</button>
</form>`;
}

/** Renders the error page for an invalid authorization request. Like Google, it does not redirect to the shop. */
export function renderInvalidRequestPage(reason: string): Markup {
	return html`<h1>Access blocked</h1>
<p>The shop's authorization request is invalid.</p>
<p><code>Error 400: invalid_request, ${reason}</code></p>`;
}
