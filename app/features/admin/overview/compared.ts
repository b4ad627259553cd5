import { formatWhole } from "#contract/numbers.ts";

type Words = {
	/** A number as it is read: "1,234", "$12.50". */
	spell: (number: number) => string;
	/** "more" and "fewer" of what is counted, "more" and "less" of money. */
	less: "fewer" | "less";
	/** What it is compared with: "the 30 days before". */
	before: string;
};

/** Above it a percentage says less than the number it began with. */
const muchMore = 999;

/** @returns how a number compares with the one before, in words: "12% more than the $1,000.00 of the 30 days before" */
export function compared(now: number, then: number, { spell, less, before }: Words): string {
	if (then === 0) return now === 0 ? `None in ${before} either` : `None in ${before}`;
	const percent = Math.round((100 * Math.abs(now - then)) / then);
	const than = `the ${spell(then)} of ${before}`;
	if (percent > muchMore) return `Up from ${spell(then)} in ${before}`;
	if (percent === 0) return `About the same as ${than}`;
	return `${formatWhole(percent)}% ${now > then ? "more" : less} than ${than}`;
}
