import { expect, onTestFinished } from "vitest";
import { connectionLost } from "./outage.ts";

/**
 * Creates a query hook that loses D1's response to the first round trip with a statement that starts with `start`. Its statements are
 * committed. The test fails if there was no such round trip.
 * @param start - "" for the first round trip of all
 */
export function loseResponseTo(start: string) {
	let isLost = false;
	onTestFinished(() => expect(isLost, `a response to ${start} was lost`).toBe(true));
	return (statements: readonly string[]) => {
		if (isLost || !statements.some((sql) => sql.startsWith(start))) return undefined;
		isLost = true;
		return () => {
			throw new Error(connectionLost);
		};
	};
}
