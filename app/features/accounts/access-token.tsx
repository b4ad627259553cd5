import { useEffect } from "react";
import * as v from "valibot";
import { readStored, removeStored, store } from "#app/lib/safe-storage.ts";

const key = "accessToken";
/** Email and expiry (ms) of the token, so that a page load requests one only when needed. */
const noteKey = "accessTokenNote";
const lifeMs = 55 * 60 * 1000;
const responseSchema = v.object({ token: v.string() });

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
	const answer = v.safeParse(responseSchema, await response.json());
	if (!answer.success) return;
	store("localStorage", key, answer.output.token);
	store("sessionStorage", noteKey, `${email} ${Date.now() + lifeMs}`);
}

/**
 * Keeps the contract's `accessToken` entry of local storage (specification.md §3, §4): fetched after signing in, removed when
 * nobody is signed in.
 * @param account null when nobody is signed in; undefined when that is not known, as on an error page: the token stays
 */
export function AccessToken({ account }: { account: { email: string } | null | undefined }) {
	const email = account === null ? null : account?.email;
	useEffect(() => {
		if (email === undefined) return;
		if (email === null) return forget();
		if (isFresh(email)) return;
		const fetching = new AbortController();
		renew(email, fetching.signal).catch(() => undefined);
		return () => fetching.abort();
	}, [email]);
	return null;
}
