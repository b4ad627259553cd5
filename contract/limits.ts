// specification.md §9 and architecture.md "Limits"

export const productsPerPage = 6;
export const productsPerPageMax = 100;
/** Rows in one response of the API. */
export const listMax = 500;
/** Rows on one page of a dashboard table, and the maximum for a bulk action. */
export const tablePageSize = 25;
/** Days of the Money page and its CSV: a quarter has at most 92. */
export const ledgerDaysMax = 92;
/** Staff see this many of the newest payment problems of each kind. */
export const paymentProblemsMax = 25;
/** A search that cannot use an index covers only this many of the newest orders. */
export const searchedOrdersMax = 10_000;
/** Packing slips per print job. */
export const packingSlipsMax = 100;
export const homeReviewsMax = 3;
export const toolsPageSize = 24;
/** The maximum number of tools on all pages of one search or filter together (docs/scaling.md). */
export const toolResultsMax = 600;
export const suggestionsMax = 8;
export const similarToolsMax = 4;
export const viewedToolsMax = 6;
export const viewedMaxAgeSeconds = 30 * 86_400;
/** Characters that a shopper must type before the search suggests tools. */
export const minSuggestionQueryLength = 2;
export const suggestionsMaxAgeSeconds = 300;
/** Reviews per page of a tool's reviews, and the maximum number of pages. */
export const toolReviewPages = { size: 10, count: 100 } as const;
/** How many of a shopper's newest paid orders are searched for tools to review. */
export const boughtToolsMax = 200;

/** Per account. */
export const passkeysMax = 10;
/** The time to respond to a passkey challenge. */
export const passkeyChallengeMs = 5 * 60 * 1000;

/** `login` is the smallest `min` that was ever in use, so that accounts with a shorter password can still log in. */
export const passwordLength = { min: 6, login: 6, max: 128 };

export const textLength = {
	email: 254,
	name: 120,
	description: 2_000,
	review: 2_000,
	ratings: 32,
	location: 300,
	phone: 32,
	company: 120,
	vatNumber: 32,
	purchaseOrder: 40,
	addressLabel: 40,
	listName: 60,
	carrier: 40,
	orderNote: 2_000,
	trackingNumber: 64,
	image: 2_048,
	id: 128,
	partNumber: 40,
	passkeyName: 60,
	note: 500,
	quoteMessage: 2_000,
	idempotencyKey: 64,
	tableSearch: 120,
	toolSearch: 80,
	stockNote: 200,
	documentTitle: 80,
	message: 4_000,
	messageOrder: 40,
	token: 64,
} as const;

/** Characters of a typed quantity, which may have separators and a unit. */
export const quantityTextMax = 32;

/** Rows of a specification, and the characters of a row's name and value. */
export const specificationMax = { rows: 30, name: 60, value: 200 } as const;
export const galleryMax = 8;
/** Documents of a product. */
export const documentsMax = 10;
export const priceBreaksMax = 5;

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
/** "340 KB", "1.2 MB" */
export function formatFileSize(bytes: number): string {
	const kilobytes = Math.max(1, Math.round(bytes / kilobyte));
	if (kilobytes < 1024) return `${kilobytes} KB`;
	return `${(bytes / megabyte).toFixed(1).replace(".0", "")} MB`;
}

export const importMaxBytes = 20 * megabyte;
export const importRowsMax = 100_000;
export const importColumnsMax = 60;
/** Products in one edit of prices and stock. */
export const productChangesMax = 100;

/** The largest stock and minimum order of a product. */
export const quantityMax = 1_000_000;

export const priceCentsLimits = { min: 1, max: 99_999_999 };

export const imageMaxBytes = 5 * megabyte;
/** Lets the browser reject a file before the upload. The shop checks the file's bytes. */
export const imageTypes = ["image/png", "image/jpeg", "image/webp", "image/avif", "image/gif"];
/** Messages emailed to the shop in 24 hours; further ones are only listed. Quote requests have a limit of the same size. */
export const shopEmailsPerDay = 200;
/** Newsletter confirmation emails in 24 hours. */
export const confirmationEmailsPerDay = 200;
/** One network's share of each of these two limits, so that it cannot use them up. */
export const networkEmailsPerDay = 20;
export const documentMaxBytes = 10 * megabyte;
/** A small file can declare more pixels than a browser can decode. */
export const imagePixelsMax = 100_000_000;
/** Per account in 24 hours. `products`: for accounts that may edit products. */
export const uploadsPerDay = { unverified: 5, account: 50, products: 2_000 } as const;
export const jsonMaxBytes = 64 * kilobyte;

/** specification.md §4 "Lists refresh" */
export const refreshMs = 5_000;
/** The longest interval, for a list that does not change. */
export const refreshMaxMs = 60_000;

export const toastMs = 5_000;
export const chunkTimeoutMs = 120_000;
/** A form whose check takes longer to load is submitted without it, because the server checks the input anyway. */
export const formCheckTimeoutMs = 10_000;

/** Per account at a time (docs/decisions/unpaid-orders.md). */
export const unpaidOrdersMax = { unverified: 3, verified: 100 } as const;
/** `unpaidOrdersMax` counts orders that were placed together as one; this counts each of them. */
export const unpaidLinesMax = { unverified: 200, verified: 2_000 } as const;
/** Orders per checkout. */
export const checkoutLinesMax = 200;
/** Tools that a quote offers. The database has the same limit (migrations). */
export const quoteLinesMax = 100;
/** Characters of the list of tools in a quote request, which is free text. */
export const quoteTextMax = 10_000;
/** Open requests per account. */
export const openQuotesMax = { unverified: 2, verified: 20 } as const;
export const offerDays = { suggested: 30, max: 365 } as const;
/** Payment links of an order in 24 hours. Each email has one. */
export const paymentLinksPerDay = 20;
/** The total of an account's unpaid orders. */
export const unpaidTotalMaxCents = 100_000_000;
/** How many of an account's checkouts in 24 hours send emails before they are paid. */
export const emailedUnpaidCheckoutsPerDay = 100;
/** Stock alerts per account. */
export const stockAlertsMax = 100;
/** Orders listed in one email. Of further ones, it says only how many there are. */
export const emailedOrdersMax = 200;

/** Per account. The database has the same limit (migrations). */
export const addressesMax = 20;
/** Per account. The database has the same limit (migrations). */
export const savedListsMax = 50;
/** Lines of a basket, and of a saved list. */
export const basketLinesMax = 200;
/** A visitor's basket is a cookie, and browsers allow at most 4,096 bytes. */
export const basketCookieBytes = 3_500;
export const basketMaxAgeSeconds = 30 * 86_400;

/** A pasted text or an uploaded file of a quick order, which has at most `basketLinesMax` lines. */
export const quickOrderMaxBytes = 256 * kilobyte;
/** Characters of quick-order lines in a URL. */
export const quickOrderUrlTextMax = 4_000;
/** Tools offered for an ambiguous line of a quick order. */
export const quickOrderChoicesMax = 5;

/** Stripe's limits for a card payment in USD. */
export const orderTotalLimits = { min: 50, max: 99_999_999 };
