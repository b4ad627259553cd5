import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest suites run first. A worker stops its shop and browser when it changes to unit tests, so these run last. */
const order = [/\/tests\/e2e\//, /\/tests\/api\//, /\/(?:outage|payments\/races)\.test\.ts$/, /./];

const rankOf = ({ moduleId }: TestSpecification) =>
	order.findIndex((pattern) => pattern.test(moduleId));

export default class BusySequencer extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		return sorted.sort((one, other) => rankOf(one) - rankOf(other));
	}
}
