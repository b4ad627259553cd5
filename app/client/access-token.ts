import { readStored, removeStored, store } from "#app/lib/safe-storage.ts";
import { accountChangedMessage, signedOutMessage } from "#contract/loading-messages.ts";

const tokenKey = "accessToken";
/** The stored value has the token's email and renewal time (ms), so that most page loads need no request. */
const renewalKey = "accessTokenRenewal";
const renewAfterMs = 55 * 60 * 1000;

function readRenewalTime(email: string): number | null {
	const [tokenEmail, renewAt] = (readStored("localStorage", renewalKey) ?? "").split(" ");
	const isStored = tokenEmail === email && readStored("localStorage", tokenKey) !== null;
	return isStored ? Number(renewAt) : null;
}

async function fetchAndStoreToken(email: string, signal: AbortSignal) {
	const response = await fetch(`/user/${encodeURIComponent(email)}`, { method: "PUT", signal });
	const body: unknown = await response.json();
	// Checked without valibot, which would make up a third of the JavaScript on a page without React.
	if (!(body instanceof Object && "token" in body && typeof body.token === "string")) return;
	store("localStorage", tokenKey, body.token);
	store("localStorage", renewalKey, `${email} ${Date.now() + renewAfterMs}`);
}

/**
 * Stores an access token if the visitor is signed in, and otherwise removes it (specification.md §3, §4).
 * @param email - null if signed out, undefined if unknown
 */
export function syncAccessToken(email: string | null | undefined, signal: AbortSignal): void {
	const sync = () => {
		if (email === undefined) return;
		if (email === null) {
			removeStored("localStorage", tokenKey);
			removeStored("localStorage", renewalKey);
			return;
		}
		const isFresh = (readRenewalTime(email) ?? 0) > Date.now();
		if (!isFresh) fetchAndStoreToken(email, signal).catch(() => undefined);
	};
	// The browser may have prerendered the page for a link that is never clicked.
	const isPrerendered = "prerendering" in document && document.prerendering === true;
	if (isPrerendered) document.addEventListener("prerenderingchange", sync, { once: true, signal });
	else sync();
}

/**
 * Matches elements whose typed text cannot be found by comparing `value` with `defaultValue`. A rejected form is rendered with the text
 * as its initial value, and the products table keeps it in React state.
 */
const typedTextSelector = "main :is([data-form-error], [aria-invalid=true], [data-save-edits])";

export const hasTypedText = () =>
	document.querySelector(typedTextSelector) !== null ||
	[
		...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
			"main :is(input:not([type=checkbox], [type=radio]), textarea)",
		),
	].some(({ value, defaultValue }) => value !== defaultValue);

/** The error to show instead of submitting a form, or null. */
let accountError: string | null = null;

/** Whether the page's account has signed out, or another account has logged in, in another tab. */
export const hasAccountChanged = () => accountError !== null;

/**
 * Reacts to a login or sign-out in another tab, which changes the stored token. Reloads the page if nothing has been typed into it.
 * Otherwise, shows an error instead of submitting a form. After a sign-out, submitting would lose the typed text. After a login to another
 * account, it would act for that account.
 */
export function watchOtherTabs(
	email: string | null | undefined,
	signal: AbortSignal,
	showError: (text: string) => void,
): void {
	if (email === undefined) return;
	accountError = null;
	const onStorage = ({ key, newValue }: StorageEvent) => {
		if (key !== renewalKey) return;
		const newEmail = newValue?.split(" ")[0] ?? null;
		const isSame = newEmail === email;
		const error = newEmail === null ? signedOutMessage : accountChangedMessage;
		accountError = email === null || isSame ? null : error;
		if (!isSame && !hasTypedText()) location.reload();
	};
	const rejectIfChanged = (event: Event, selector: string) => {
		const { target } = event;
		if (!accountError || !(target instanceof Element && target.closest(selector))) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		showError(accountError);
	};
	addEventListener("storage", onStorage, { signal });
	// In the capture phase, to run before React, which would submit the form itself.
	const options = { signal, capture: true };
	addEventListener("submit", (event) => rejectIfChanged(event, "main form[method=post]"), options);
	// Checkout would open with the basket of the other account.
	addEventListener("click", (event) => rejectIfChanged(event, "a[data-same-account]"), options);
}

/**
 * Reloads the page when the browser restores it from the back/forward cache and its account has since signed out in any tab. Otherwise, the
 * next person to use the browser could read it. After a sign-out, no token is stored for the account.
 */
export function reloadAfterSignOut(email: string | null | undefined): void {
	addEventListener("pageshow", ({ persisted }) => {
		if (!persisted || !email || readRenewalTime(email) !== null) return;
		document.body.hidden = true;
		location.reload();
	});
}
