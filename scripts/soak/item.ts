import { messageOf } from "../support/refusal.ts";

/** The result of one item of the soak run. */
export type Findings = {
	/** Name → a number, or an amount, in the order of the line. */
	figures: Record<string, number | string>;
	/** What the item looks for, such as `oversold`: the name of the last figure, which should be 0. */
	flaw: string;
	flaws: string[];
};

export type Item = {
	title: string;
	/** How much of it, unless the command says otherwise. */
	size: number;
	/** @param log prints the progress */
	run(size: number, log: (words: string) => void): Promise<Findings>;
};

/** @returns all figures in one line, the flaws last */
export function lineOf({ figures, flaw, flaws }: Findings): string {
	const all = Object.entries({ ...figures, [flaw]: flaws.length });
	return all.map(([name, count]) => `${name} ${count}`).join(", ");
}

/**
 * Runs a part of an item without the shop's log lines.
 * @param flaws gets the message of what it throws
 * @param none is returned in that case
 */
export async function attempt<Result>(
	flaws: string[],
	run: () => Promise<Result>,
	none: Result,
): Promise<Result> {
	const { log, error } = console;
	Object.assign(console, { log: () => undefined, error: () => undefined });
	try {
		return await run();
	} catch (thrown) {
		flaws.push(messageOf(thrown));
		return none;
	} finally {
		Object.assign(console, { log, error });
	}
}

/** @returns the sum of one figure over all parts */
export const sumOf = <Name extends string>(parts: Record<Name, number>[], name: Name): number =>
	parts.reduce((sum, part) => sum + part[name], 0);
