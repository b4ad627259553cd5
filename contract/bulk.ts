import { failure } from "./messages.ts";
import { counted } from "./numbers.ts";
import { holdReasons } from "./payment-holds.ts";

/** What an admin can do to several rows of a table at once. */
export const bulkDeeds = [
	"shipOrder",
	"deleteOrder",
	"deleteProduct",
	"hideReview",
	"showReview",
	"deleteReview",
] as const;
export type BulkDeed = (typeof bulkDeeds)[number];

/** How many it was done to, and the message of each refusal. */
export type BulkOutcome = { done: number; refusals: string[] };

const words: Record<BulkDeed, { noun: string; done: string }> = {
	shipOrder: { noun: "order", done: "shipped" },
	deleteOrder: { noun: "order", done: "deleted" },
	deleteProduct: { noun: "product", done: "deleted" },
	hideReview: { noun: "review", done: "hidden" },
	showReview: { noun: "review", done: "shown to everyone" },
	deleteReview: { noun: "review", done: "deleted" },
};

const gone = ["is gone already", "are gone already"] as const;
const passing = ["could not be reached just now", "could not be reached just now"] as const;

/** Why it was not done to one, and to several. */
const reasons: Record<string, readonly [string, string]> = {
	[failure.notPaid]: ["is not paid yet", "are not paid yet"],
	[failure.paidOrder]: ["is paid", "are paid"],
	[failure.alreadyShipped]: ["was shipped before", "were shipped before"],
	[failure.processingOrder]: ["is being paid at this moment", "are being paid at this moment"],
	...holdReasons,
	[failure.orderNotFound]: gone,
	[failure.productNotFound]: gone,
	[failure.reviewNotFound]: gone,
};

const inForm = (count: number, [one, several]: readonly [string, string]) =>
	count === 1 ? one : several;

/** @returns how often each message stands there, in words: "1 is not paid yet, 2 are gone already" */
function whyOf(refusals: string[]): string {
	const counts = new Map<string, number>();
	for (const message of refusals) counts.set(message, (counts.get(message) ?? 0) + 1);
	const isOne = counts.size === 1;
	const parts = Array.from(counts, ([message, count]) => {
		const who = isOne ? inForm(count, ["it", "they"]) : count;
		return `${who} ${inForm(count, reasons[message] ?? passing)}`;
	});
	return parts.join(", ");
}

/** @returns what was done and what was not: "2 orders shipped. 1 was not: it is not paid yet." */
export function summaryOf(deed: BulkDeed, { done, refusals }: BulkOutcome): string {
	const { noun, done: deedDone } = words[deed];
	const first = `${done === 0 ? `No ${noun}` : counted(done, noun)} ${deedDone}.`;
	if (refusals.length === 0) return first;
	const were = inForm(refusals.length, ["was", "were"]);
	return `${first} ${refusals.length} ${were} not: ${whyOf(refusals)}.`;
}
