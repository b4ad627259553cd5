import * as v from "valibot";
import { invalidRequest } from "./errors.ts";
import { integer, nonEmptyText } from "./form-encoding.ts";
import { renderList } from "./render/event.ts";

const timestamp = v.optional(integer);
const range = v.strictObject({ gt: timestamp, gte: timestamp, lt: timestamp, lte: timestamp });
const exactTime = v.pipe(
	integer,
	v.transform((time): v.InferOutput<typeof range> => ({ gte: time, lte: time })),
);

/** The parameters of every list (docs.stripe.com/api/pagination). `created` is in seconds. */
export const listParams = v.strictObject({
	limit: v.optional(
		v.pipe(
			integer,
			v.minValue(1, "This value must be greater than or equal to 1."),
			v.maxValue(100, "This value must be less than or equal to 100."),
		),
		"10",
	),
	starting_after: v.optional(nonEmptyText),
	ending_before: v.optional(nonEmptyText),
	created: v.optional(v.union([range, exactTime])),
});

type Params = v.InferOutput<typeof listParams>;

/**
 * Returns a page of a list.
 * @param objectName - the objects' name in Stripe's errors
 * @param objects - sorted newest first
 * @throws StripeError 400 if a cursor is not in the list, or if both cursors are set
 */
export function paginate<T extends { id: string; created: number }>(
	url: string,
	objectName: string,
	objects: T[],
	{ limit, starting_after: startingAfter, ending_before: endingBefore, created = {} }: Params,
) {
	const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = created;
	const requireIndex = (id: string, param: string) => {
		const index = objects.findIndex((object) => object.id === id);
		if (index < 0) {
			throw invalidRequest(`No such ${objectName}: '${id}'`, "resource_missing", param);
		}
		return index;
	};
	const start = startingAfter === undefined ? 0 : requireIndex(startingAfter, "starting_after") + 1;
	const end =
		endingBefore === undefined ? objects.length : requireIndex(endingBefore, "ending_before");
	if (startingAfter !== undefined && endingBefore !== undefined) {
		throw invalidRequest(
			"Received both starting_after and ending_before parameters. Please pass in only one.",
		);
	}
	const matches = objects
		.slice(start, end)
		.filter(({ created: time }) => time > gt && time >= gte && time < lt && time <= lte);
	const page = endingBefore === undefined ? matches.slice(0, limit) : matches.slice(-limit);
	return renderList(url, page, matches.length > limit);
}
