import { relative } from "node:path";
import { MinimalReporter, type TestModule, type TestSpecification } from "vitest/node";

const progressInterval = 20;

/** Logs each failure, and the number of finished files after every 20 files and every failed file. */
export default class ProgressReporter extends MinimalReporter {
	#startedAt = 0;
	#total = 0;
	#finished = 0;
	#failed = 0;

	override onTestRunStart(files: readonly TestSpecification[]): void {
		super.onTestRunStart(files);
		this.#startedAt = performance.now();
		this.#total = files.length;
	}

	override onTestModuleEnd(module: TestModule): void {
		super.onTestModuleEnd(module);
		const isFailed = !module.ok();
		this.#finished += 1;
		if (isFailed) this.#failed += 1;
		if (!isFailed && this.#finished % progressInterval !== 0) return;
		const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
		const failedFile = isFailed ? `: ${relative(process.cwd(), module.moduleId)} failed` : "";
		this.log(
			`  ${this.#finished} of ${this.#total} files, ${this.#failed} failed, ${seconds} s${failedFile}`,
		);
	}

	/** `npm test` prints its own count of the tests. */
	override reportTestSummary(): void {}
}
