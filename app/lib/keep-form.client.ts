import { type DataStrategyResult, data, isRouteErrorResponse } from "react-router";
import { offlineMessage, signedOutMessage } from "#contract/loading-messages.ts";
import type { FormErrors } from "./form-action.ts";
import { hasMessage } from "./has-message.ts";
import { getSubmittedValues } from "./submitted-values.ts";

/** React Router returns the TypeError that `fetch` throws on a network error (Fetch standard) as an action's `data`. */
const isNetworkError = (result: unknown) =>
	result instanceof Object && "data" in result && result.data instanceof TypeError;

type Rejection = Pick<FormErrors, "message" | "code"> & { status: number };

function findRejection(result: unknown): Rejection | null {
	if (isNetworkError(result)) return { status: 503, message: offlineMessage };
	if (!isRouteErrorResponse(result)) return null;
	const { status, data: body } = result;
	if (status === 401) return { status, message: signedOutMessage, code: "unauthenticated" };
	if (!hasMessage(body)) return null;
	const { message } = body;
	return status === 403
		? { status, message, code: "second_factor_setup_required" }
		: { status, message };
}

/**
 * Shows in the form, so that the typed text stays, a network error, or the error with which the shop rejected the request before the form's
 * action ran (app/features/accounts/guards.ts). After an error status, React Router does not reload the page's data.
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
