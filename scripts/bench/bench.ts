import { parseArgs } from "node:util";
import { endOnSignal } from "../support/programs.ts";
import { Refusal, runCommand } from "../support/refusal.ts";
import { runLighthouse } from "./lighthouse.ts";
import { measure } from "./measure.ts";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		rounds: { type: "string", default: "5" },
		seconds: { type: "string", default: "4" },
		"warm-up": { type: "string", default: "3" },
	},
});

/** @throws Refusal when it is no number above zero */
function positive(text: string): number {
	const number = Number(text);
	if (number > 0) return number;
	throw new Refusal(`“${text}” should be a number above 0.`);
}

/** `npm run bench`: everything but Lighthouse. `npm run bench -- lighthouse`: that. `--rounds`, `--seconds`, `--warm-up`. */
async function bench(): Promise<number> {
	endOnSignal(130);
	if (process.platform !== "linux")
		throw new Refusal("The measurement reads /proc: it needs Linux.");
	if (positionals.includes("lighthouse")) await runLighthouse(positive(values.rounds));
	else {
		const [rounds, seconds, warmUp] = [values.rounds, values.seconds, values["warm-up"]];
		await measure({
			rounds: positive(rounds),
			seconds: positive(seconds),
			warmUp: positive(warmUp),
		});
	}
	return 0;
}

await runCommand(bench);
