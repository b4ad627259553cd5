import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { notices } from "#contract/messages.ts";
import type { FormErrors } from "./form-action.ts";

type Args = { serverAction: () => Promise<FormErrors> };

/** What `fetch` throws without a network (Fetch standard, "network error"). */
const isNetworkError = (error: unknown) => error instanceof TypeError;

/**
 * `clientAction` of every form: on a network error it returns a form error, so that the form keeps what was typed. The status
 * keeps React Router from reloading the page's data, which would fail too.
 */
export async function clientAction({ serverAction }: Args) {
	try {
		return await serverAction();
	} catch (error) {
		if (!isNetworkError(error)) throw error;
		const errors: FormErrors = { message: notices.offline, issues: [], values: {} };
		return data(errors, 503);
	}
}

/** `shouldRevalidate` of forms that are refused when their record has changed: the page then shows it as it is now. */
export const revalidateWhenRefused = ({
	actionStatus,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
	actionStatus === 400 || actionStatus === 409 || defaultShouldRevalidate;
