import { readStored, removeStored, store } from "#app/lib/safe-storage.ts";

const key = "accessToken";
/** Email and expiry (ms) of the token, so that a page load requests one only when needed. */
const noteKey = "accessTokenNote";
const lifeMs = 55 * 60 * 1000;

function isFresh(email: string): boolean {
	const [owner, until] = (readStored("sessionStorage", noteKey) ?? "").split(" ");
	return owner === email && Number(until) > Date.now() && readStored("localStorage", key) !== null;
}

function forget() {
	removeStored("localStorage", key);
	removeStored("sessionStorage", noteKey);
}

async function renew(email: string, signal: AbortSignal) {
	const response = await fetch(`/user/${encodeURIComponent(email)}`, { method: "PUT", signal });
	const body: unknown = await response.json();
	// By hand: valibot would be a third of what a document loads.
	if (!(body instanceof Object && "token" in body && typeof body.token === "string")) return;
	store("localStorage", key, body.token);
	store("sessionStorage", noteKey, `${email} ${Date.now() + lifeMs}`);
}

/** Calls back when the page is shown, which may be never: a page can be rendered before the click that opens it. */
function whenShown(signal: AbortSignal, callback: () => void): void {
	const isPrerendered = "prerendering" in document && document.prerendering === true;
	if (isPrerendered) {
		document.addEventListener("prerenderingchange", callback, { once: true, signal });
	} else callback();
}

/**
 * Keeps the contract's `accessToken` entry of local storage (specification.md §3, §4): fetched after signing in, removed when
 * nobody is signed in.
 * @param email of the account; null when nobody is signed in; undefined when that is not known, as on an error page: the
 * token stays
 * @returns what ends a request that is in flight
 */
export function keepAccessToken(email: string | null | undefined): () => void {
	const ending = new AbortController();
	whenShown(ending.signal, () => {
		if (email === undefined) return;
		if (email === null) return forget();
		if (!isFresh(email)) renew(email, ending.signal).catch(() => undefined);
	});
	return () => ending.abort();
}
