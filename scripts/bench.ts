import { measurePages } from "./bench/lighthouse.ts";
import { withServers } from "./bench/servers.ts";
import { measureSpeed } from "./bench/speed.ts";
import { compareStartTimes } from "./bench/start-time.ts";
import { parseArguments } from "./support/arguments.ts";
import { exitOnSignal } from "./support/programs.ts";
import { describeMachine, writeSection } from "./support/report.ts";
import { runStep } from "./support/run-step.ts";
import { runCommand } from "./support/user-error.ts";

const [rounds, seconds] = [5, 4];

const usage = `npm run bench [-- --rows TEXT]

Compares the shop's speed with that of a minimal Worker, runs Lighthouse, and writes the results to docs/performance.md.

  --rows TEXT   only measures and prints the speed of the rows whose label contains the text`;

async function bench(): Promise<number> {
	exitOnSignal(130);
	const { rows } = parseArguments({ rows: { type: "string" } }).values;
	const machine = describeMachine();
	const report = await withServers(async (servers) => {
		const options = { rounds, seconds, text: rows ?? "" };
		const speed = await runStep("Measuring speed", () => measureSpeed(servers, options));
		if (rows !== undefined) return speed;
		await servers.stop();
		const startTimes = await runStep("Measuring start times", () =>
			compareStartTimes(servers.dataFolder, rounds * 2),
		);
		const [shopper] = servers.shoppers;
		if (!shopper) throw new Error("The fixture has no shopper.");
		const pages = await runStep("Lighthouse", () => measurePages(servers.dataFolder, shopper));
		return [
			`Measured on ${machine}.`,
			`### Speed\n\nMedians of ${rounds} rounds of ${seconds} s.\n\n${speed}`,
			`### The first page of a new process\n\nMeans of ${rounds * 2} starts of each, in turn.\n\n${startTimes}`,
			`### Pages\n\nLighthouse's mobile preset, one run for each page.\n\n${pages}`,
		].join("\n\n");
	});
	console.log(report);
	if (rows === undefined) await writeSection("bench", report, "docs/performance.md");
	return 0;
}

await runCommand(bench, usage);
