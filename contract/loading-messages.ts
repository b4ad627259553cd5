// Not in messages.ts, because the script of every document includes these.

export const offline = "You are offline. Check your connection and try again.";

export const signedOut = "No user is logged in. Log in again in another tab, then try again here.";

export const accountChanged =
	"Another account is signed in now. Reload this page to continue with it, or log in as before in another tab.";

/** @param chunk - name or number of the part that did not load; specification.md §4 */
export const chunkFailed = (chunk: string) => `Loading chunk ${chunk} failed`;
