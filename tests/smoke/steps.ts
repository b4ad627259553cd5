import { createFinding, type Finding } from "../../scripts/deploy/smoke.ts";
import { getMessage } from "../../scripts/support/user-error.ts";

/** Thrown if a step cannot run because something that it needs is missing. */
export class UncheckedError extends Error {}

/** @throws UncheckedError with the reason if there is no value */
export function requireValue<Value>(value: Value | null | undefined, reason: string): Value {
	if (value === null || value === undefined) throw new UncheckedError(reason);
	return value;
}

/** What a step returns: a value for later steps, and a detail for the list of findings. */
type StepResult<Value> = { value: Value; detail: string };

/**
 * Creates functions that run steps and add a finding for each.
 * @param stop - after it is aborted, only clean-up steps are run
 */
export function createSteps(stop: AbortSignal) {
	const findings: Finding[] = [];

	async function run<Value>(
		title: string,
		action: () => Promise<StepResult<Value>>,
		isStopped: () => boolean,
	): Promise<Value | null> {
		try {
			if (isStopped()) throw new UncheckedError("stopped");
			const { value, detail } = await action();
			findings.push(createFinding("passed", title, detail));
			return value;
		} catch (error) {
			if (isStopped()) findings.push(createFinding("unchecked", title, "stopped"));
			else if (error instanceof UncheckedError)
				findings.push(createFinding("unchecked", title, error.message));
			else findings.push(createFinding("failed", title, getMessage(error)));
			return null;
		}
	}

	return {
		findings,
		/** @returns the value of the step, or null if it failed or was not run */
		step: <Value>(title: string, action: () => Promise<StepResult<Value>>) =>
			run(title, action, () => stop.aborted),
		/** Runs a step even after a stop. */
		cleanUp: <Value>(title: string, action: () => Promise<StepResult<Value>>) =>
			run(title, action, () => false),
	};
}
