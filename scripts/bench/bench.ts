import { parseArgs } from "node:util";
import { endOnSignal } from "../support/programs.ts";
import { Refusal, runCommand } from "../support/refusal.ts";
import { runLighthouse } from "./lighthouse.ts";
import { compare, measure } from "./measure.ts";
import { profile } from "./profile.ts";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		rounds: { type: "string", default: "5" },
		seconds: { type: "string", default: "4" },
		"warm-up": { type: "string", default: "3" },
		rows: { type: "string" },
	},
});

/** @throws Refusal when it is no number above zero */
function positive(text: string): number {
	const number = Number(text);
	if (number > 0) return number;
	throw new Refusal(`“${text}” should be a number above 0.`);
}

/**
 * `npm run bench`: everything but Lighthouse. `npm run bench -- lighthouse`: that. `npm run bench -- profile <row>`.
 * `--rows <pattern>` compares only these with their floors, and writes nothing. `--rounds`, `--seconds`, `--warm-up`.
 */
async function bench(): Promise<number> {
	endOnSignal(130);
	if (process.platform !== "linux")
		throw new Refusal("The measurement reads /proc: it needs Linux.");
	const [rounds, seconds] = [positive(values.rounds), positive(values.seconds)];
	const effort = { rounds, seconds, warmUp: positive(values["warm-up"]) };
	const [task, label = ""] = positionals;
	if (task === "lighthouse") await runLighthouse(rounds);
	else if (task === "profile") await profile(label, seconds);
	else if (values.rows) await compare(new RegExp(values.rows), effort);
	else await measure(effort);
	return 0;
}

await runCommand(bench);
