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
