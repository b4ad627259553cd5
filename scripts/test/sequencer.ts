import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A worker drops its shop and browser when it changes projects: each is run to its end, that of the longest files first. */
const projects = ["e2e", "api", "unit"];
/** Begun last, one of them would run alone at the end. */
const longUnitTests = /\/(?:outage|payments\/races)\.test\.ts$/;

const placeOf = ({ project, moduleId }: TestSpecification) =>
	projects.indexOf(project.name) * 2 + (longUnitTests.test(moduleId) ? 0 : 1);

/** Orders the files so that all workers are busy to the end. */
export default class BusySequencer extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		return sorted.sort((one, other) => placeOf(one) - placeOf(other));
	}
}
