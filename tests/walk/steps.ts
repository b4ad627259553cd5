import { type Finding, failed, passed, unchecked } from "../../scripts/deploy/smoke.ts";

/** Why a step was not done: what it needs is not there. */
export class Unchecked extends Error {}

/** @returns the value @throws Unchecked where there is none, with what is lacking */
export function need<Value>(value: Value | null | undefined, lacking: string): Value {
	if (value === null || value === undefined) throw new Unchecked(lacking);
	return value;
}

/** What a step made for those after it, and what it says in the list. */
type Done<Made> = { made: Made; detail: string };

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * A list that grows by a finding for each step.
 * @param stop once it is aborted, steps are left out that do not clean up
 */
export function createSteps(stop: AbortSignal) {
	const findings: Finding[] = [];

	async function run<Made>(
		what: string,
		act: () => Promise<Done<Made>>,
		isStopped: () => boolean,
	): Promise<Made | null> {
		try {
			if (isStopped()) throw new Unchecked("stopped");
			const { made, detail } = await act();
			findings.push(passed(what, detail));
			return made;
		} catch (error) {
			if (isStopped()) findings.push(unchecked(what, "stopped"));
			else if (error instanceof Unchecked) findings.push(unchecked(what, error.message));
			else findings.push(failed(what, messageOf(error)));
			return null;
		}
	}

	return {
		findings,
		/** @returns what the step made; null where it did not come to its end */
		step: <Made>(what: string, act: () => Promise<Done<Made>>) =>
			run(what, act, () => stop.aborted),
		/** A step that is done even after a stop. */
		cleanUp: <Made>(what: string, act: () => Promise<Done<Made>>) => run(what, act, () => false),
	};
}
