import { relative } from "node:path";
import {
	MinimalReporter,
	type TestCase,
	type TestModule,
	type TestSpecification,
} from "vitest/node";
import { addResult } from "./results.ts";

const linePerFiles = 20;

function fullTitleOf(test: TestCase): string {
	const titles = [test.name];
	for (let parent = test.parent; parent.type === "suite"; parent = parent.parent) {
		titles.unshift(parent.name);
	}
	return titles.join(" ");
}

/** Writes how far vitest is and each failure, and notes the result of each test for `npm test`. */
export default class ProgressReporter extends MinimalReporter {
	#began = 0;
	#files = 0;
	#done = 0;
	#failed = 0;

	override onTestRunStart(files: readonly TestSpecification[]): void {
		super.onTestRunStart(files);
		this.#began = performance.now();
		this.#files = files.length;
	}

	override onTestModuleEnd(module: TestModule): void {
		super.onTestModuleEnd(module);
		const tests = Array.from(module.children.allTests(), (test) => ({
			title: test.name,
			fullTitle: fullTitleOf(test),
			state: test.result().state,
		}));
		const { collectDuration, setupDuration, duration } = module.diagnostic();
		const broken = !module.ok() && tests.every(({ state }) => state !== "failed");
		addResult({
			file: module.moduleId,
			ms: Math.round(collectDuration + setupDuration + duration),
			broken,
			tests,
		});
		this.#done += 1;
		if (!module.ok()) this.#failed += 1;
		if (!module.ok() || this.#done % linePerFiles === 0) this.#tell(module);
	}

	#tell(module: TestModule): void {
		const seconds = Math.round((performance.now() - this.#began) / 1000);
		const failed = module.ok() ? "" : `: ${relative(process.cwd(), module.moduleId)} failed`;
		this.log(
			`  ${this.#done} of ${this.#files} files, ${this.#failed} failed, ${seconds} s${failed}`,
		);
	}

	/** `npm test` counts over all its runs. */
	override reportTestSummary(): void {}
}
