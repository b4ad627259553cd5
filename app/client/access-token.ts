import { readStored, removeStored, store } from "#app/lib/safe-storage.ts";

const tokenKey = "accessToken";
/** Holds the token's email and the time of its next renewal (ms), so that most page loads need no request. */
const renewalKey = "accessTokenRenewal";
const renewAfterMs = 55 * 60 * 1000;

function readRenewalTime(email: string): number | null {
	const [tokenEmail, renewAt] = (readStored("localStorage", renewalKey) ?? "").split(" ");
	const isStored = tokenEmail === email && readStored("localStorage", tokenKey) !== null;
	return isStored ? Number(renewAt) : null;
}

async function fetchToken(email: string, signal: AbortSignal) {
	const response = await fetch(`/user/${encodeURIComponent(email)}`, { method: "PUT", signal });
	const body: unknown = await response.json();
	// Checked without valibot, because it would make up a third of a document's JavaScript.
	if (!(body instanceof Object && "token" in body && typeof body.token === "string")) return;
	store("localStorage", tokenKey, body.token);
	store("localStorage", renewalKey, `${email} ${Date.now() + renewAfterMs}`);
}

/**
 * Stores an access token if the visitor is signed in, and otherwise removes it (specification.md §3, §4).
 * @param email - null if signed out, undefined if unknown
 * @returns a function that cancels a pending request
 */
export function syncAccessToken(email: string | null | undefined): () => void {
	const controller = new AbortController();
	const { signal } = controller;
	const sync = () => {
		if (email === undefined) return;
		if (email === null) {
			removeStored("localStorage", tokenKey);
			removeStored("localStorage", renewalKey);
			return;
		}
		const isFresh = (readRenewalTime(email) ?? 0) > Date.now();
		if (!isFresh) fetchToken(email, signal).catch(() => undefined);
	};
	// The browser may have prerendered the page for a link that is never clicked.
	const isPrerendered = "prerendering" in document && document.prerendering === true;
	if (isPrerendered) document.addEventListener("prerenderingchange", sync, { once: true, signal });
	else sync();
	return () => controller.abort();
}

const hasTypedText = () =>
	[
		...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
			"main :is(input:not([type=checkbox], [type=radio]), textarea)",
		),
	].some(({ value, defaultValue }) => value !== defaultValue);

/**
 * Reacts to a login or sign-out in another tab, which changes the stored token. Reloads the page if nothing has been typed into it.
 * Otherwise, after a sign-out, calls `showSignedOut` instead of submitting a form, because that would lose what was typed.
 */
export function watchOtherTabs(
	email: string | null | undefined,
	signal: AbortSignal,
	showSignedOut: () => void,
): void {
	if (email === undefined) return;
	let isSignedOut = false;
	const onStorage = ({ key, newValue }: StorageEvent) => {
		if (key !== renewalKey) return;
		const newEmail = newValue?.split(" ")[0] ?? null;
		isSignedOut = newEmail === null && email !== null;
		if (newEmail !== email && !hasTypedText()) location.reload();
	};
	const onSubmit = (event: SubmitEvent) => {
		const { target } = event;
		if (!isSignedOut || !(target instanceof Element && target.matches("main form[method=post]")))
			return;
		event.preventDefault();
		event.stopImmediatePropagation();
		showSignedOut();
	};
	addEventListener("storage", onStorage, { signal });
	// In the capture phase, to run before React, which would submit the form itself.
	addEventListener("submit", onSubmit, { signal, capture: true });
}

/**
 * Reloads a page that the browser restores from the back/forward cache if its account has since signed out in any tab, because the next
 * person to use the browser could read the page. After a sign-out, no token is stored for the account.
 */
export function reloadAfterSignOut(email: string | null | undefined): void {
	addEventListener("pageshow", ({ persisted }) => {
		if (!persisted || !email || readRenewalTime(email) !== null) return;
		document.body.hidden = true;
		location.reload();
	});
}
