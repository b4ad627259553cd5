import { relative } from "node:path";
import { MinimalReporter, type TestModule, type TestSpecification } from "vitest/node";

const progressInterval = 20;

/** Logs each failure, and the number of finished files after every 20 files and every failed file. */
export default class ProgressReporter extends MinimalReporter {
	#startedAt = 0;
	#fileCount = 0;
	#finishedCount = 0;
	#failedCount = 0;

	override onTestRunStart(files: readonly TestSpecification[]): void {
		super.onTestRunStart(files);
		this.#startedAt = performance.now();
		this.#fileCount = files.length;
	}

	override onTestModuleEnd(module: TestModule): void {
		super.onTestModuleEnd(module);
		const isFailed = !module.ok();
		this.#finishedCount += 1;
		if (isFailed) this.#failedCount += 1;
		if (!isFailed && this.#finishedCount % progressInterval !== 0) return;
		const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
		const failedFile = isFailed ? `: ${relative(process.cwd(), module.moduleId)} failed` : "";
		this.log(
			`  ${this.#finishedCount} of ${this.#fileCount} files, ${this.#failedCount} failed, ${seconds} s${failedFile}`,
		);
	}

	/** `npm test` prints its own count of the tests. */
	override reportTestSummary(): void {}
}
