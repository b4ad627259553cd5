import { type EdgeSums, noSums, soakEdge } from "../../tests/edge/soak.ts";
import { type Item, part } from "./item.ts";

/** One history: longer ones find no more, and a short one is soon done again. */
const actsEach = 250;

/** The shop's line a request is of no use here. @returns what gives the console its voice back */
function mute(): () => void {
	const { log, error } = console;
	console.log = () => undefined;
	console.error = () => undefined;
	return () => Object.assign(console, { log, error });
}

async function soakOne(acts: number, seed: number): Promise<EdgeSums> {
	const unmute = mute();
	return soakEdge(acts, seed).finally(unmute);
}

/** Writes, visits and sign-ins behind doubles of Workers Cache and of lagging replicas. `size`: acts, in all histories. */
export const edge: Item = {
	title: "Edge",
	size: 10_000,
	async run(size, tell) {
		const flaws: string[] = [];
		const found: EdgeSums[] = [];
		const histories = Math.ceil(size / actsEach);
		const first = Date.now() % 1_000_000;
		tell(`seeds from ${first}`);
		for (let history = 0; history < histories; history += 1) {
			found.push(await part(flaws, () => soakOne(actsEach, first + history), noSums));
			if (history % 10 === 9) tell(`${history + 1} histories`);
		}
		const sum = (name: keyof EdgeSums) => found.reduce((all, sums) => all + sums[name], 0);
		const figures = {
			histories,
			acts: sum("acts"),
			writes: sum("writes"),
			"purges refused": sum("refused"),
			"pages read": sum("pages"),
			"from the edge": sum("kept"),
			"out of date within the promise": sum("late"),
			"sign-ins": sum("signIns"),
		};
		return { figures, flaw: "older than promised, lost purges or lost sign-ins", flaws };
	},
};
