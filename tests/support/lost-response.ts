import { expect, onTestFinished } from "vitest";
import { connectionLost } from "./outage.ts";

/**
 * Creates a query hook that commits the first round trip with a matching statement, but loses D1's response. The test fails if there was no
 * such round trip.
 * @param sqlPrefix - the beginning of the statement; "" matches every statement
 */
export function loseResponseTo(sqlPrefix: string) {
	let isLost = false;
	onTestFinished(() => expect(isLost, `a response to ${sqlPrefix} was lost`).toBe(true));
	return (statements: readonly string[]) => {
		if (isLost || !statements.some((sql) => sql.startsWith(sqlPrefix))) return undefined;
		isLost = true;
		return () => {
			throw new Error(connectionLost);
		};
	};
}
