import { type DataStrategyResult, data } from "react-router";
import type { FormErrors } from "#app/lib/form-action.ts";
import { offline } from "#contract/loading-messages.ts";

/** An action for which `fetch` threw (Fetch standard, "network error"): React Router passes that on as `data`. */
const isNetworkError = (result: unknown) =>
	result instanceof Object && "data" in result && result.data instanceof TypeError;

/**
 * `clientMiddleware` of every form: on a network error its action returns a form error, so that the form keeps what was typed.
 * The status keeps React Router from reloading the page's data, which would fail too.
 */
export async function keepFormsOffline(
	{ request }: { request: Request },
	next: () => Promise<Record<string, DataStrategyResult>>,
) {
	const results = await next();
	if (request.method === "GET") return;
	const errors: FormErrors = { message: offline, issues: [], values: {} };
	for (const action of Object.values(results)) {
		if (isNetworkError(action.result)) {
			Object.assign(action, { type: "data", result: data(errors, 503) });
		}
	}
}
