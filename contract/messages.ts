// Spelled as in specification.md §4, §5 and §8.

import { galleryMax } from "./limits.ts";
import { formatCount, formatWhole } from "./numbers.ts";

export const required = {
	email: "Email is Required",
	emailToReset: "enter your email",
	password: "Password is Required",
	name: "Name is Required",
	description: "decreption is Required",
	price: "price is Required",
	quantity: "Quantity is Required",
	minimum: "Minimum is Required",
	image: "Image is Required",
	review: "Review is Required",
	ratings: "Ratings is Required",
	order: "Order is Required",
	keep: "Choose one of the two",
	code: "Enter the code",
	token: "This link is incomplete. Open it again from the email.",
} as const;

export const invalid = {
	email: "Please provide a valid email",
	price: "Price must be between 0.01 and 999999.99, with at most two decimals",
	wholeNumber: "Must be a whole number",
	image: "Image must be an uploaded picture or an https URL",
	sure: "Check the box to confirm",
	selection: "Select at least one row first",
	category: "Choose one of the shop's categories",
	code: "This code is wrong, or was already used. Wait for the next one.",
	role: "Choose one of the roles",
	gallery: `A tool can have up to ${galleryMax} more pictures`,
	partNumber:
		"Must begin with a letter or digit, and have only letters, digits, spaces, dots, slashes, hyphens and underscores",
	text: "Must be a text",
	trackingNumber: "A tracking number has only letters, digits and signs",
	carrierWithoutNumber: "Enter the tracking number too, or remove the carrier",
	refundAmount: "Enter an amount in dollars, such as 12.50",
	refundPieces: "Enter how many pieces to refund",
	refundPiecesOrAmount: "Specify pieces or an amount, not both",
	refundReason: "Choose a reason",
	refundScope: "Choose what to refund",
	restock: "restock must be true or false",
	idempotencyKey: "Idempotency-Key must be 1 to 64 printable characters",
} as const;

/* @__NO_SIDE_EFFECTS__ */
export const tooShort = (characters: number) => `Must be ${characters} charecters or longer`;

/* @__NO_SIDE_EFFECTS__ */
export const tooLong = (characters: number) =>
	`Must be ${formatWhole(characters)} characters or fewer`;

/* @__NO_SIDE_EFFECTS__ */
export const outOfRange = (min: number, max: number) =>
	`Must be a number from ${formatWhole(min)} to ${formatWhole(max)}`;

export const userDeleted = (email: string) => `User ${email} is deleted`;

/** @param sold units sold since the admin opened the page; negative if more were restocked */
export const stockSaved = (name: string, stock: number, sold: number) =>
	`${name}: ${formatWhole(stock)} in stock.${sold > 0 ? ` Adjusted for ${formatCount(sold, "piece")} sold while you were typing.` : ""}${sold < 0 ? ` Adjusted for ${formatCount(-sold, "piece")} restocked while you were typing.` : ""}`;

export * as payment from "./payment-messages.ts";
export * as success from "./success.ts";

export const outOfStock = "Out of stock";
