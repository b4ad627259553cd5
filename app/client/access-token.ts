import { readStored, removeStored, store } from "#app/lib/safe-storage.ts";

const key = "accessToken";
/** Holds the token's email and the time of its next renewal (ms), so that most page loads need no request. */
const renewalKey = "accessTokenRenewal";
const renewAfterMs = 55 * 60 * 1000;

function readRenewalTime(email: string): number | null {
	const [tokenEmail, renewAt] = (readStored("localStorage", renewalKey) ?? "").split(" ");
	const isStored = tokenEmail === email && readStored("localStorage", key) !== null;
	return isStored ? Number(renewAt) : null;
}

async function fetchToken(email: string, signal: AbortSignal) {
	const response = await fetch(`/user/${encodeURIComponent(email)}`, { method: "PUT", signal });
	const body: unknown = await response.json();
	// Checked without valibot, which would be a third of the JavaScript of a document.
	if (!(body instanceof Object && "token" in body && typeof body.token === "string")) return;
	store("localStorage", key, body.token);
	store("localStorage", renewalKey, `${email} ${Date.now() + renewAfterMs}`);
}

/** Stores a token if someone is signed in, and removes it if nobody is (specification.md §3, §4). @param email undefined if unknown */
export function syncAccessToken(email: string | null | undefined): () => void {
	const controller = new AbortController();
	const { signal } = controller;
	const sync = () => {
		if (email === undefined) return;
		if (email === null) {
			removeStored("localStorage", key);
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
 * Follows a login or sign-out in another tab, which changes the stored token: reloads the page if nothing was typed in it, and otherwise
 * calls `showSignedOut` instead of submitting a form without a session, which would lose what was typed.
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
	// Before React, which would submit the form itself.
	addEventListener("submit", onSubmit, { signal, capture: true });
}

/**
 * Reloads a page that the browser restores from the back/forward cache if its account has signed out in the meantime, in any
 * tab: the next person could read it. Signed out means that no token is stored for this account.
 */
export function reloadAfterSignOut(email: string | null | undefined): void {
	addEventListener("pageshow", ({ persisted }) => {
		if (!persisted || !email || readRenewalTime(email) !== null) return;
		document.body.hidden = true;
		location.reload();
	});
}
