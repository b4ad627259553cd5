import { data } from "react-router";
import { failure } from "#contract/messages.ts";
import type { Refused } from "./answer.ts";

type Args<Answer> = { serverAction: () => Promise<Answer> };

/** What `fetch` throws without a network (Fetch standard, "network error"). */
const isNetworkError = (error: unknown) => error instanceof TypeError;

/**
 * For `clientAction`: where the shop can not be reached the form stays as it was typed and says so, instead of giving
 * way to the error page. With a status below 400 React Router would ask for the page's data next, in vain.
 * @returns what the action answers, or a refusal
 */
export async function keepForm<Answer>({ serverAction }: Args<Answer>) {
	try {
		return await serverAction();
	} catch (error) {
		if (!isNetworkError(error)) throw error;
		const refused: Refused = { message: failure.offline, issues: [], typed: {} };
		return data(refused, 503);
	}
}
