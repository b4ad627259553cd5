import { type DataStrategyResult, data, isRouteErrorResponse } from "react-router";
import { offlineMessage, signedOutMessage } from "#contract/loading-messages.ts";
import type { FormErrors } from "./form-action.ts";
import { getSubmittedValues } from "./submitted-values.ts";

/** React Router returns the TypeError that `fetch` throws on a network error (Fetch standard) as an action's `data`. */
const isNetworkError = (result: unknown) =>
	result instanceof Object && "data" in result && result.data instanceof TypeError;

function findError(result: unknown): Pick<FormErrors, "message" | "code"> | null {
	if (isNetworkError(result)) return { message: offlineMessage };
	const isSignedOut = isRouteErrorResponse(result) && result.status === 401;
	return isSignedOut ? { message: signedOutMessage, code: "unauthenticated" } : null;
}

/**
 * Shows a network error, or that the session has ended (app/features/accounts/guards.ts), in the form, so that the typed text stays. After
 * an error status, React Router does not reload the page's data.
 */
export async function keepForm(
	{ request }: { request: Request },
	next: () => Promise<Record<string, DataStrategyResult>>,
) {
	const copy = request.method === "GET" ? null : request.clone();
	const results = await next();
	if (!copy) return;
	for (const entry of Object.values(results)) {
		const error = findError(entry.result);
		if (!error) continue;
		const values = getSubmittedValues(await copy.formData().catch(() => new FormData()));
		const errors: FormErrors = { ...error, issues: [], values };
		Object.assign(entry, { type: "data", result: data(errors, error.code ? 401 : 503) });
	}
}
