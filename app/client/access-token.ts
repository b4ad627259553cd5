import { readStored, removeStored, store } from "#app/lib/safe-storage.ts";

const key = "accessToken";
/** Holds the token's email and the time of its next renewal (ms), so that most page loads need no request. */
const noteKey = "accessTokenNote";
/** The token is valid for an hour. */
const renewAfterMs = 55 * 60 * 1000;

function isFresh(email: string): boolean {
	const [tokenEmail, renewAt] = (readStored("localStorage", noteKey) ?? "").split(" ");
	const isCurrent = tokenEmail === email && Number(renewAt) > Date.now();
	return isCurrent && readStored("localStorage", key) !== null;
}

function removeToken() {
	removeStored("localStorage", key);
	removeStored("localStorage", noteKey);
}

async function fetchToken(email: string, signal: AbortSignal) {
	const response = await fetch(`/user/${encodeURIComponent(email)}`, { method: "PUT", signal });
	const body: unknown = await response.json();
	// Checked without valibot, which would be a third of the JavaScript of a document.
	if (!(body instanceof Object && "token" in body && typeof body.token === "string")) return;
	store("localStorage", key, body.token);
	store("localStorage", noteKey, `${email} ${Date.now() + renewAfterMs}`);
}

/** Calls back when the page is shown. The browser may have prerendered it for a link that is never clicked. */
function whenShown(signal: AbortSignal, callback: () => void): void {
	const isPrerendered = "prerendering" in document && document.prerendering === true;
	if (isPrerendered) {
		document.addEventListener("prerenderingchange", callback, { once: true, signal });
	} else callback();
}

/**
 * Fetches the `accessToken` entry of local storage when someone is signed in, and removes it when nobody is
 * (specification.md §3, §4).
 * @param email of the account; null if nobody is signed in; undefined if that is unknown, as on an error page: the
 * token stays
 * @returns a function that aborts the request
 */
export function syncAccessToken(email: string | null | undefined): () => void {
	const controller = new AbortController();
	whenShown(controller.signal, () => {
		if (email === undefined) return;
		if (email === null) return removeToken();
		if (!isFresh(email)) fetchToken(email, controller.signal).catch(() => undefined);
	});
	return () => controller.abort();
}

/**
 * Reloads a page from the back/forward cache if its account has signed out since, in any tab: someone else could read it. The next
 * page after a sign-out removes the token, and the next page of another account saves that account's email with its token.
 */
export function reloadAfterSignOut(email: string | null | undefined): void {
	addEventListener("pageshow", ({ persisted }) => {
		if (!persisted || !email) return;
		const [tokenEmail] = (readStored("localStorage", noteKey) ?? "").split(" ");
		if (tokenEmail === email && readStored("localStorage", key) !== null) return;
		document.body.hidden = true;
		location.reload();
	});
}
