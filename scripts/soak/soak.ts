import { buildIfChanged } from "../support/build.ts";
import { endOnSignal, quietTools } from "../support/programs.ts";
import { Refusal, runCommand } from "../support/refusal.ts";
import { describeMachine, writeSection } from "../support/report.ts";
import { since } from "../support/stage.ts";
import { type Item, items } from "./items.ts";

const page = "docs/reliability.md";
/** A run that takes longer hangs, and is ended. */
const longestRunMs = 60 * 60 * 1000;

type Wish = { name: string; item: Item; size: number };

function readWishes(args: string[]): Wish[] {
	const named = args.filter((arg) => !/^\d+$/.test(arg));
	const names = named.length > 0 ? named : Object.keys(items);
	return names.map((name) => {
		const item = items[name];
		if (!item) throw new Refusal(`“${name}” should be one of ${Object.keys(items).join(", ")}.`);
		const size = Number(args[args.indexOf(name) + 1]);
		return { name, item, size: size > 0 ? size : item.size };
	});
}

/** Only a run of the whole size is written into the page. @returns whether all is well */
async function soakOne({ name, item, size }: Wish): Promise<boolean> {
	const began = performance.now();
	const { sums, flaws } = await item.run(size, (words) =>
		console.log(`  ${words}, ${since(began)}`),
	);
	const inWords = (name: string) =>
		name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	const figures = Object.entries(sums).map(([name, count]) => `${inWords(name)} ${count}`);
	const line = `${item.title}: ${[...figures, `${item.flaw} ${flaws.length}`].join(", ")}`;
	console.log(`${line} (${since(began)})`);
	for (const flaw of flaws) console.error(`  ${flaw}`);
	if (size === item.size) {
		const how = `\`npm run soak -- ${name}\`, ${since(began)} on ${describeMachine()}`;
		await writeSection(name, `**${line}**\n\n${how}`, page);
	}
	return flaws.length === 0;
}

/**
 * `npm run soak`: the long runs, one after the other, one line an item. `npm run soak -- crash 5`: one of them, in
 * another size.
 * @returns 0 when nothing was oversold, lost or violated
 */
async function soak(): Promise<number> {
	endOnSignal(130);
	Object.assign(process.env, quietTools, { WRANGLER_LOG: "error" });
	if (process.platform !== "linux") throw new Refusal("The soak run reads /proc: it needs Linux.");
	const wishes = readWishes(process.argv.slice(2));
	setTimeout(() => {
		console.error("The soak run hangs: ended.");
		process.exit(1);
	}, longestRunMs).unref();
	await buildIfChanged();
	let flawless = true;
	for (const wish of wishes) flawless = (await soakOne(wish)) && flawless;
	return flawless ? 0 : 1;
}

await runCommand(soak);
