/** The values are labels. The keys are stored in the database and used in URLs. */
export const categories = {
	"spanners-sockets": "Wrenches and sockets",
	"hand-tools": "Hand tools",
	lifting: "Lifting and support",
	"brakes-suspension": "Brakes and suspension",
	diagnostics: "Diagnostics and lighting",
	"oil-grease": "Oil and grease",
	other: "Other tools",
} as const satisfies Record<string, string>;

export type CategorySlug = keyof typeof categories;

export const categorySlugs = Object.keys(categories) as [CategorySlug, ...CategorySlug[]];
