/** Of what did not load. Every document has them in its script, so they are not among the messages of forms. */

export const offline = "You are offline. Check your connection and try again.";

/** @param chunk name or number of the part that did not load; specification.md §4 */
export const chunkFailed = (chunk: string) => `Loading chunk ${chunk} failed`;
