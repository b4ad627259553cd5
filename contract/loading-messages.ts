// Not in messages.ts, because the script of every document includes these.

export const offline = "You are offline. Check your connection and try again.";

/** @param chunk name or number of the part that did not load; specification.md §4 */
export const chunkFailed = (chunk: string) => `Loading chunk ${chunk} failed`;
