// Not in messages.ts, because every page's script includes these.

export const offlineMessage = "You are offline. Check your connection and try again.";

export const signedOutMessage =
	"No user is logged in. Log in again in another tab, then try again here.";

export const accountChangedMessage =
	"Another account is signed in now. Reload this page to continue with it, or log in as before in another tab.";

/** @param chunk - name or number of the part that did not load; specification.md §4 */
export const chunkFailedMessage = (chunk: string) => `Loading chunk ${chunk} failed`;
