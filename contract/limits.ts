/** Constants of the business: specification.md §9 and architecture.md "Limits". */

export const pageSize = 6;
export const pageSizeMax = 100;
export const listMax = 500;
export const tablePageSize = 25;
export const homeReviews = 3;
export const toolsPageSize = 24;
/** The most tools that a search or filter reads and that its pages show (docs/scaling.md). */
export const toolsMax = 600;
export const suggestionsMax = 8;
export const similarMax = 4;
export const viewedMax = 6;
/** In seconds. */
export const viewedMaxAge = 30 * 86_400;
/** In characters. */
export const minSuggestionLength = 2;
/** How long suggestions may be cached, in seconds. */
export const suggestionsMaxAge = 300;
/** Reviews on one page of a tool's reviews, and the number of such pages. */
export const toolReviews = { size: 10, pages: 100 } as const;
/** How many of a shopper's newest paid orders are read for the tools that they can review. */
export const boughtToolsMax = 200;

/** In characters. `login` is the smallest `min` so far, so that accounts with a shorter password can still log in. */
export const passwordLength = { min: 6, login: 6, max: 128 };

/** Maximum lengths of texts, in characters. */
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

/** Limits of a product's specification: its rows, and the characters of a row's name and value. */
export const specificationMax = { rows: 30, name: 60, value: 200 } as const;
export const galleryMax = 8;

/** The largest stock and the largest minimum order of a product, in units. */
export const quantityMax = 1_000_000;

/** In cents. */
export const priceCents = { min: 1, max: 99_999_999 };

/** In bytes. */
export const imageMaxBytes = 5 * 1024 * 1024;
/** For one picture: a small file can declare more pixels than a browser can decode. */
export const imagePixelsMax = 100_000_000;
/** Pictures that an account may upload in 24 hours; `products` for accounts that may write products. Unused pictures are removed a day later. */
export const uploadsPerDay = { unverified: 5, account: 50, products: 2_000 } as const;
export const jsonMaxBytes = 64 * 1024;

/** Milliseconds between two checks of a list that is shown; specification.md §4 "Lists refresh". */
export const refreshMs = 5_000;
/** The longest interval, which is reached while nothing in the list changes. */
export const refreshMaxMs = 60_000;

export const toastMs = 5_000;
export const chunkTimeoutMs = 120_000;

/** The most unpaid orders of an account, before its email is verified and after. */
export const openOrdersMax = { unverified: 3, verified: 100 } as const;

/** Stripe's limits for a card payment in USD, in cents. */
export const orderTotalCents = { min: 50, max: 99_999_999 };
