import { inArray } from "drizzle-orm";
import { type CategorySlug, categorySlugs } from "#contract/categories.ts";
import { counters } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/** How many tools are listed in each category, and in all. */
export type CategoryCounts = Record<CategorySlug | "all", number>;

const nameOf = (slug: CategorySlug | "all") => (slug === "all" ? "products" : `products:${slug}`);

/** Counted by triggers, so that nothing has to be. */
export async function countCategories({ db }: Shop): Promise<CategoryCounts> {
	const slugs = ["all", ...categorySlugs] as const;
	const rows = await db
		.select()
		.from(counters)
		.where(inArray(counters.name, slugs.map(nameOf)));
	const values = new Map(rows.map(({ name, value }) => [name, value]));
	const of = (slug: CategorySlug | "all") => values.get(nameOf(slug)) ?? 0;
	return {
		all: of("all"),
		"spanners-sockets": of("spanners-sockets"),
		"hand-tools": of("hand-tools"),
		lifting: of("lifting"),
		"brakes-suspension": of("brakes-suspension"),
		diagnostics: of("diagnostics"),
		"oil-grease": of("oil-grease"),
		other: of("other"),
	};
}
