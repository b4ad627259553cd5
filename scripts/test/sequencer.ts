import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest run first. A worker stops its shop and browser when it changes to unit tests, so these run last;
 * of them those first that would run alone at the end.
 */
const order = [/\/tests\/e2e\//, /\/tests\/api\//, /\/(?:outage|payments\/races)\.test\.ts$/, /./];

const rankOf = ({ moduleId }: TestSpecification) =>
	order.findIndex((pattern) => pattern.test(moduleId));

/** Orders the test files so that all workers are busy until the end. */
export default class BusySequencer extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		return sorted.sort((one, other) => rankOf(one) - rankOf(other));
	}
}
