/** Constants of the business: specification.md §9 and architecture.md "Limits". */

export const pageSize = 6;
export const pageSizeMax = 100;
export const listMax = 500;
export const tableSize = 25;
export const homeReviews = 3;
export const toolsSize = 24;
/** Tools that one search or filter reads at most, and that paging reaches (docs/scaling.md). */
export const toolsMax = 600;
export const suggestionsMax = 8;
export const similarMax = 4;
export const viewedMax = 6;
/** Seconds. */
export const viewedAge = 30 * 86_400;
/** Characters. */
export const minSuggestionLength = 2;
/** Seconds that suggestions may be kept. */
export const suggestionsAge = 300;
/** Reviews per page on a tool's page, and its last page. */
export const toolReviews = { size: 10, pages: 100 } as const;
/** The newest paid orders of a shopper that are searched for tools to review. */
export const boughtTools = 200;

/** Characters. `login`: the smallest `min` that there ever was, so that a larger one locks no account out. */
export const passwordLength = { min: 6, login: 6, max: 128 };

/** Longest texts, in characters. */
export const textLength = {
	email: 254,
	name: 120,
	description: 2_000,
	review: 2_000,
	ratings: 32,
	location: 300,
	phone: 32,
	image: 2_048,
	id: 128,
	idempotencyKey: 64,
	search: 120,
	query: 80,
} as const;

/** Of the specification of a product: rows, and characters of a row's name and value. */
export const specificationMax = { rows: 30, name: 60, value: 200 } as const;
export const galleryMax = 8;

/** Most pieces of one product in stock, and its largest minimum. */
export const quantityMax = 1_000_000;

/** Cents. */
export const priceCents = { min: 1, max: 99_999_999 };

/** Bytes. */
export const imageBytes = 5 * 1024 * 1024;
/** Of one picture: a few bytes can declare more pixels than a browser can decode. */
export const imagePixelsMax = 100_000_000;
/** Pictures that one account may upload within 24 hours, and one that may write products; unused ones are removed a day later. */
export const uploadsPerDay = { unverified: 5, account: 50, products: 2_000 } as const;
export const jsonBytes = 64 * 1024;

/** Milliseconds between two checks of a list that is shown; specification.md §4 "Lists refresh". */
export const liveMs = 5_000;
/** How often while nothing in it changes. */
export const liveMaxMs = 60_000;

export const toastMs = 5_000;
export const chunkTimeoutMs = 120_000;

/** Unpaid orders of one account at a time, before its email is verified and after. */
export const openOrdersMax = { unverified: 3, verified: 100 } as const;

/** Cents that one card payment may be: Stripe's bounds for USD. */
export const orderTotalCents = { min: 50, max: 99_999_999 };
