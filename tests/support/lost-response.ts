import { expect, onTestFinished } from "vitest";
import { connectionLost } from "./outage.ts";

/**
 * Creates a watcher that lets the first round trip with a statement that begins like this commit, but loses D1's response. The test fails if
 * there was none.
 * @param start "" for the first round trip of all
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
