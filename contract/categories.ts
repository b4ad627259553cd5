/** What the tools are sorted into: the slug stands in addresses and in the database, the label on the page. */
export const categories = {
	"spanners-sockets": "Spanners and sockets",
	"hand-tools": "Hand tools",
	lifting: "Lifting and support",
	"brakes-suspension": "Brakes and suspension",
	diagnostics: "Diagnostics and light",
	"oil-grease": "Oil and grease",
	other: "Other tools",
} as const satisfies Record<string, string>;

export type CategorySlug = keyof typeof categories;

/** Every category, in the order in which they are shown. */
export const categorySlugs = [
	"spanners-sockets",
	"hand-tools",
	"lifting",
	"brakes-suspension",
	"diagnostics",
	"oil-grease",
	"other",
] as const satisfies readonly CategorySlug[];
