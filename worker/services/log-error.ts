import { AsyncLocalStorage } from "node:async_hooks";
import { redactQueryValues } from "#worker/db/failures.ts";

/** The id of the request that is being handled, which visitors read as "Reference". There is none in the sweep. */
export const currentRequest = new AsyncLocalStorage<string>();

/** Writes an error to the log, without the values of a statement. The line begins with the id of the request, if there is one. */
export function logError(...values: unknown[]): void {
	const requestId = currentRequest.getStore();
	console.error(...(requestId ? [requestId] : []), ...values.map(redactQueryValues));
}
