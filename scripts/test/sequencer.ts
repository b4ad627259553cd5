import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A worker stops its shop and browser when it changes to another project, so the projects run in turn, the longest files first. */
const projects = ["e2e", "api", "unit"];
/** These files run first of the unit tests: started last, one of them would run alone at the end. */
const longUnitTests = /\/(?:outage|payments\/races)\.test\.ts$/;

const rankOf = ({ project, moduleId }: TestSpecification) =>
	projects.indexOf(project.name) * 2 + (longUnitTests.test(moduleId) ? 0 : 1);

/** Orders the test files so that all workers are busy until the end. */
export default class BusySequencer extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		return sorted.sort((one, other) => rankOf(one) - rankOf(other));
	}
}
