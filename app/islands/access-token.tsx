import { useEffect } from "react";
import * as v from "valibot";

const key = "accessToken";
/** Whose token it is and until when (ms), so that a page load asks for one only when it has to. */
const noteKey = "accessTokenNote";
const lifeMs = 55 * 60 * 1000;
const answerSchema = v.object({ token: v.string() });

function isFresh(email: string): boolean {
	const [owner, until] = (sessionStorage.getItem(noteKey) ?? "").split(" ");
	return owner === email && Number(until) > Date.now() && localStorage.getItem(key) !== null;
}

/** Removes the token, as the contract wants it on sign-out and on a refused guard (specification.md §4). */
function forget() {
	localStorage.removeItem(key);
	sessionStorage.removeItem(noteKey);
}

async function renew(email: string, signal: AbortSignal) {
	const response = await fetch(`/user/${encodeURIComponent(email)}`, { method: "PUT", signal });
	const answer = v.safeParse(answerSchema, await response.json());
	if (!answer.success) return;
	localStorage.setItem(key, answer.output.token);
	sessionStorage.setItem(noteKey, `${email} ${Date.now() + lifeMs}`);
}

/**
 * Keeps the contract's `accessToken` entry of local storage (specification.md §3): fetched after signing in,
 * removed as soon as nobody is signed in.
 */
export function AccessToken({ email }: { email: string | null }) {
	useEffect(() => {
		if (!email) return forget();
		if (isFresh(email)) return;
		const fetching = new AbortController();
		renew(email, fetching.signal).catch(() => undefined);
		return () => fetching.abort();
	}, [email]);
	return null;
}
