// Misspellings are intentional. They match specification.md §4, §5 and §8.

import { formatCount, formatInteger } from "./numbers.ts";

export const requiredMessages = {
	email: "Email is Required",
	emailToReset: "enter your email",
	password: "Password is Required",
	name: "Name is Required",
	description: "decreption is Required",
	price: "price is Required",
	quantity: "Quantity is Required",
	minimum: "Minimum is Required",
	carton: "Enter the pieces per carton, or 1",
	image: "Image is Required",
	document: "Choose a PDF file",
	documentTitle: "Enter a title, such as Data sheet",
	review: "Review is Required",
	ratings: "Ratings is Required",
	product: "Choose a tool",
	partNumberOrName: "Enter a part number or a name",
	listName: "Name this list, for example Brake jobs",
	order: "Order is Required",
	note: "Write a note first",
	message: "Write a message",
	subject: "Choose what it is about",
	keepAccountChoice: "Choose one of the two",
	code: "Enter the code",
	addressLabel: "Name this address, for example Workshop",
	passkeyName: "Enter a name",
	quoteTools: "Say which tools you need, or write us a message",
	quoteLines: "Add at least one tool",
	token: "This link is incomplete. Open it again from the email.",
} as const;

export const tooShort = (characters: number) => `Must be ${characters} charecters or longer`;

export const tooLong = (characters: number) =>
	`Must be ${formatInteger(characters)} characters or fewer`;

/** The message at a change of a product that was deleted in the meantime. */
export const productDeleted = "This product no longer exists.";

export const outOfRange = (min: number, max: number) =>
	`Must be a number from ${formatInteger(min)} to ${formatInteger(max)}`;

/**
 * The number comes first, because a toast on a wide screen shows only one line of text next to its link, which may cut off the name.
 * @param pieces - in the basket now, including those that were there before
 */
export const addedToBasket = (name: string, pieces: number) =>
	`${formatInteger(pieces)} in your basket: ${name}`;

export const userDeleted = (email: string) => `User ${email} is deleted`;

/** @param netSold - pieces sold minus pieces restocked since the admin opened the page */
export const stockSaved = (name: string, stock: number, netSold: number) =>
	`${name}: ${formatInteger(stock)} in stock.${netSold > 0 ? ` Adjusted for ${formatCount(netSold, "piece")} sold while you were typing.` : ""}${netSold < 0 ? ` Adjusted for ${formatCount(-netSold, "piece")} restocked while you were typing.` : ""}`;

export * as confirmation from "./confirmations.ts";
export * as invalid from "./invalid.ts";
export * as payment from "./payment-messages.ts";
export * as success from "./success.ts";
