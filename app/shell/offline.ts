import { type DataStrategyResult, data } from "react-router";
import type { FormErrors } from "#app/lib/form-action.ts";
import { offline } from "#contract/loading-messages.ts";

/** React Router returns the TypeError that `fetch` throws on a network error (Fetch standard) as an action's `data`. */
const isNetworkError = (result: unknown) =>
	result instanceof Object && "data" in result && result.data instanceof TypeError;

/** Shows the network error at the form, which keeps the typed text. After a 503, React Router does not reload the page's data. */
export async function returnOfflineError(
	{ request }: { request: Request },
	next: () => Promise<Record<string, DataStrategyResult>>,
) {
	const results = await next();
	if (request.method === "GET") return;
	const errors: FormErrors = { message: offline, issues: [], values: {} };
	for (const entry of Object.values(results)) {
		if (isNetworkError(entry.result)) {
			Object.assign(entry, { type: "data", result: data(errors, 503) });
		}
	}
}
