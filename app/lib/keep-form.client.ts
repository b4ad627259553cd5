import { type DataStrategyResult, data, isRouteErrorResponse } from "react-router";
import { internal_error } from "#contract/error-table/requests.ts";
import { offlineMessage, signedOutMessage } from "#contract/loading-messages.ts";
import { addReference } from "./add-reference.ts";
import type { FormErrors } from "./form-action.ts";
import { hasMessage } from "./has-message.ts";
import { getSubmittedValues } from "./submitted-values.ts";

/** React Router returns an error that `fetch` or the decoder of the response throws as an action's `data`. */
const getThrownError = (result: unknown): Error | null =>
	result instanceof Object && "data" in result && result.data instanceof Error ? result.data : null;

type Rejection = Pick<FormErrors, "message" | "code"> & { status: number };

function findRejection(result: unknown): Rejection | null {
	const error = getThrownError(result);
	// On a network error, `fetch` throws a TypeError (Fetch standard). Any other error is from a response that is not the shop's.
	if (error)
		return error instanceof TypeError ? { status: 503, message: offlineMessage } : internal_error;
	if (!isRouteErrorResponse(result)) return null;
	const { status, data: body } = result;
	if (status === 401) return { status, message: signedOutMessage, code: "unauthenticated" };
	const { message } = hasMessage(body) ? body : internal_error;
	if (status === 403) return { status, message, code: "second_factor_setup_required" };
	const hasReference = status >= 500 && hasMessage(body) && "reference" in body;
	return { status, message: hasReference ? addReference(message, `${body.reference}`) : message };
}

/**
 * Shows an error in the form, so that the typed text stays, if the shop could not be reached, or the form's action did not run
 * (app/features/accounts/guards.ts) or failed. After an error status, React Router does not reload the page's data.
 */
export async function keepForm(
	{ request }: { request: Request },
	next: () => Promise<Record<string, DataStrategyResult>>,
) {
	const copy = request.method === "GET" ? null : request.clone();
	const results = await next();
	if (!copy) return;
	for (const entry of Object.values(results)) {
		const rejection = findRejection(entry.result);
		if (!rejection) continue;
		const values = getSubmittedValues(await copy.formData().catch(() => new FormData()));
		const { status, ...error } = rejection;
		const errors: FormErrors = { ...error, issues: [], values };
		Object.assign(entry, { type: "data", result: data(errors, status) });
	}
}
