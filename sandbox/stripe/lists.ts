import * as v from "valibot";
import { missing } from "./errors.ts";
import { integer } from "./form.ts";
import { renderList } from "./render.ts";

const bound = v.optional(integer);

/** Parameters of every list (docs.stripe.com/api/pagination); `created` in seconds. */
export const listParams = v.strictObject({
	limit: v.optional(v.pipe(integer, v.minValue(1), v.maxValue(100)), "10"),
	starting_after: v.optional(v.string()),
	created: v.optional(v.strictObject({ gt: bound, gte: bound, lt: bound, lte: bound })),
});

type Params = v.InferOutput<typeof listParams>;

/**
 * Gives one page of a list that is sorted newest first.
 * @throws StripeError 404 when `starting_after` is not in it
 */
export function page<T extends { id: string; created: number }>(
	url: string,
	all: T[],
	{ limit, starting_after: after, created = {} }: Params,
) {
	const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = created;
	const within = all.filter(({ created: at }) => at > gt && at >= gte && at < lt && at <= lte);
	const start = after === undefined ? 0 : within.findIndex(({ id }) => id === after) + 1;
	if (after !== undefined && start === 0) throw missing("object", after, "starting_after");
	return renderList(url, within.slice(start, start + limit), within.length > start + limit);
}
