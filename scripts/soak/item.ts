/** What an item of the soak run has found. */
export type Findings = {
	/** Name → how many, or an amount, in the order of the line. */
	figures: Record<string, number | string>;
	/** What the item looks for, such as `oversold`: the name of the last figure, which should be 0. */
	flaw: string;
	/** Each flaw in words. */
	flaws: string[];
};

export type Item = {
	title: string;
	/** How much of it, where the command says nothing else. */
	size: number;
	/** @param tell prints how far it is */
	run(size: number, tell: (words: string) => void): Promise<Findings>;
};

/** @returns all figures in one line, the flaws last */
export function lineOf({ figures, flaw, flaws }: Findings): string {
	const all = Object.entries({ ...figures, [flaw]: flaws.length });
	return all.map(([name, count]) => `${name} ${count}`).join(", ");
}

/** With its causes: of a broken connection `fetch` itself says nothing but that it failed. */
function wordsOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause === undefined
		? error.message
		: `${error.message}, because: ${wordsOf(error.cause)}`;
}

/** @returns what a part of an item has found; what it throws is a flaw in words */
export async function part<Result>(flaws: string[], run: () => Promise<Result>, none: Result) {
	try {
		return await run();
	} catch (error) {
		flaws.push(wordsOf(error));
		return none;
	}
}
