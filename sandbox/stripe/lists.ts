import * as v from "valibot";
import { refusal } from "./errors.ts";
import { integer, text } from "./form.ts";
import { renderList } from "./render/event.ts";

const bound = v.optional(integer);
const range = v.strictObject({ gt: bound, gte: bound, lt: bound, lte: bound });
const exactly = v.pipe(
	integer,
	v.transform((at): v.InferOutput<typeof range> => ({ gte: at, lte: at })),
);

/** Parameters of every list (docs.stripe.com/api/pagination); `created` in seconds. */
export const listParams = v.strictObject({
	limit: v.optional(integer, "10"),
	starting_after: v.optional(text),
	ending_before: v.optional(text),
	created: v.optional(v.union([range, exactly])),
});

type Params = v.InferOutput<typeof listParams>;

/**
 * Returns one page of a list that is sorted newest first. A limit outside of 1 to 100 is cut to that.
 * @param what how Stripe's errors name the objects
 * @throws StripeError 400 when a cursor is not in the list, or both are given
 */
export function page<T extends { id: string; created: number }>(
	url: string,
	what: string,
	all: T[],
	{ limit, starting_after: after, ending_before: before, created = {} }: Params,
) {
	const size = Math.min(Math.max(limit, 1), 100);
	const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = created;
	const placeOf = (id: string, name: string) => {
		const place = all.findIndex((each) => each.id === id);
		if (place < 0) throw refusal(`No such ${what}: '${id}'`, "resource_missing", name);
		return place;
	};
	const start = after === undefined ? 0 : placeOf(after, "starting_after") + 1;
	const end = before === undefined ? all.length : placeOf(before, "ending_before");
	if (after !== undefined && before !== undefined) {
		throw refusal(
			"Received both starting_after and ending_before parameters. Please pass in only one.",
		);
	}
	const within = all
		.slice(start, end)
		.filter(({ created: at }) => at > gt && at >= gte && at < lt && at <= lte);
	const shown = before === undefined ? within.slice(0, size) : within.slice(-size);
	return renderList(url, shown, within.length > size);
}
