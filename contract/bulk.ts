import { type ErrorCode, isRetryable } from "./errors.ts";
import { counted } from "./numbers.ts";
import { type OrderBulkAction, orderBulkActions } from "./order-states.ts";

export const bulkActions = [
	...orderBulkActions.map(({ action }) => action),
	"deleteProduct",
	"hideReview",
	"showReview",
	"deleteReview",
] as const;
export type BulkAction = (typeof bulkActions)[number];

export type BulkOutcome = { done: number; errors: ErrorCode[] };

type Words = { noun: string; done: string };

const orderWords = Object.fromEntries(
	orderBulkActions.map(({ action, done }) => [action, { noun: "order", done }]),
) as Record<OrderBulkAction, Words>;

const words: Record<BulkAction, Words> = {
	...orderWords,
	deleteProduct: { noun: "product", done: "deleted" },
	hideReview: { noun: "review", done: "hidden" },
	showReview: { noun: "review", done: "shown to everyone" },
	deleteReview: { noun: "review", done: "deleted" },
};

type Forms = readonly [one: string, several: string];

const gone: Forms = ["is gone already", "are gone already"];
const retryable: Forms = ["could not be reached just now", "could not be reached just now"];
const other: Forms = ["could not be changed", "could not be changed"];

const reasons: Partial<Record<ErrorCode, Forms>> = {
	order_unpaid: ["is not paid yet", "are not paid yet"],
	order_paid: ["is paid", "are paid"],
	already_shipped: ["was shipped before", "were shipped before"],
	payment_processing: ["is being paid at this moment", "are being paid at this moment"],
	payment_disputed: ["is disputed", "are disputed"],
	dispute_lost: ["was lost in a dispute", "were lost in disputes"],
	payment_refunded: ["was refunded", "were refunded"],
	refund_pending: ["is being refunded", "are being refunded"],
	payment_partly_refunded: ["was partly refunded", "were partly refunded"],
	order_not_found: gone,
	product_not_found: gone,
	review_not_found: gone,
};

const reasonOf = (code: ErrorCode): Forms =>
	reasons[code] ?? (isRetryable(code) ? retryable : other);

const inForm = (count: number, [one, several]: Forms) => (count === 1 ? one : several);

/** @returns how often each error occurs, in words: "1 is not paid yet, 2 are gone already" */
function summarizeReasons(errors: ErrorCode[]): string {
	const counts = new Map<ErrorCode, number>();
	for (const code of errors) counts.set(code, (counts.get(code) ?? 0) + 1);
	const isOne = counts.size === 1;
	const parts = Array.from(counts, ([code, count]) => {
		const who = isOne ? inForm(count, ["it", "they"]) : count;
		return `${who} ${inForm(count, reasonOf(code))}`;
	});
	return parts.join(", ");
}

/** @returns what was done and what was not: "2 orders shipped. 1 was not: it is not paid yet." */
export function summarizeOutcome(action: BulkAction, { done, errors }: BulkOutcome): string {
	const { noun, done: verb } = words[action];
	const first = `${done === 0 ? `No ${noun}` : counted(done, noun)} ${verb}.`;
	if (errors.length === 0) return first;
	const were = inForm(errors.length, ["was", "were"]);
	return `${first} ${errors.length} ${were} not: ${summarizeReasons(errors)}.`;
}
