import { buildIfChanged } from "../support/build.ts";
import { exitOnSignal, quietEnv } from "../support/programs.ts";
import { describeMachine, writeSection } from "../support/report.ts";
import { formatElapsedSince } from "../support/run-step.ts";
import { runCommand, UserError } from "../support/user-error.ts";
import { type SoakTest, soakTests } from "./soak-tests.ts";

type SoakRun = { name: string; soakTest: SoakTest; size: number };

function readSoakRuns(args: string[]): SoakRun[] {
	const requested = args.filter((arg) => !/^\d+$/.test(arg));
	const names = requested.length > 0 ? requested : Object.keys(soakTests);
	return names.map((name) => {
		const soakTest = soakTests[name];
		if (!soakTest)
			throw new UserError(`“${name}” must be one of ${Object.keys(soakTests).join(", ")}.`);
		const size = Number(args[args.indexOf(name) + 1]);
		return { name, soakTest, size: size > 0 ? size : soakTest.size };
	});
}

/** Runs a test and, at its default size, writes the result to docs/reliability.md. Returns whether it found no violations. */
async function runSoakTest({ name, soakTest, size }: SoakRun): Promise<boolean> {
	const startedAt = performance.now();
	const { sums, violations } = await soakTest.run(size, (progress) =>
		console.log(`  ${progress}, ${formatElapsedSince(startedAt)}`),
	);
	const toLabel = (name: string) =>
		name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	const figures = Object.entries(sums).map(([name, count]) => `${toLabel(name)} ${count}`);
	const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
	const line = `${title}: ${[...figures, `${soakTest.violationLabel} ${violations.length}`].join(", ")}`;
	console.log(`${line} (${formatElapsedSince(startedAt)})`);
	for (const violation of violations) console.error(`  ${violation}`);
	if (size === soakTest.size) {
		const conditions = `\`npm run soak -- ${name}\`, ${formatElapsedSince(startedAt)} on ${describeMachine()}`;
		await writeSection(name, `**${line}**\n\n${conditions}`, "docs/reliability.md");
	}
	return violations.length === 0;
}

const usage = `npm run soak [-- NAME [SIZE] …]

Runs all long tests, or those named, and writes the results to docs/reliability.md. With another size, such as
npm run soak -- crash 5, nothing is written.

Names: ${Object.keys(soakTests).join(", ")}`;

async function soak(): Promise<number> {
	exitOnSignal(130);
	Object.assign(process.env, quietEnv, { WRANGLER_LOG: "error" });
	if (process.platform !== "linux")
		throw new UserError("The soak run reads /proc: it needs Linux.");
	const soakRuns = readSoakRuns(process.argv.slice(2));
	await buildIfChanged();
	let isClean = true;
	for (const soakRun of soakRuns) isClean = (await runSoakTest(soakRun)) && isClean;
	return isClean ? 0 : 1;
}

await runCommand(soak, usage);
