import { documentsMax, galleryMax, priceBreaksMax, quoteLinesMax } from "./limits.ts";

// These are constants instead of an object, so that a page loads only the messages that it uses.
export const email = "Please provide a valid email";
export const price = "Price must be between 0.01 and 999999.99, with at most two decimals";
export const wholeNumber = "Must be a whole number";
export const tooLarge = "This number is too large";
export const image = "Image must be an uploaded picture or an https URL";
export const sure = "Check the box to confirm";
export const selection = "Select at least one row first";
export const category = "Choose one of the shop's categories";
export const code = "This code is wrong, or was already used. Wait for the next one.";
export const setupCode =
	"This code is wrong. Enter the one that the app shows now. If it still doesn't work, set your phone's clock to update automatically.";
export const passkey = "This is not a passkey response";
export const role = "Choose one of the roles";
export const gallery = `A tool can have up to ${galleryMax} more pictures`;
export const documents = `A tool can have up to ${documentsMax} documents`;
export const documentOrder = "List each document of the tool exactly once";
export const priceBreaks = `A tool can have up to ${priceBreaksMax} price breaks, each a quantity and a price`;
export const priceBreaksText =
	"Write price breaks as 50+ 4.60; 100+ 4.30: the pieces and the price of each, or none";
export const partNumber =
	"Must begin with a letter or digit, and have only letters, digits, spaces, dots, slashes, hyphens and underscores";
export const text = "Must be text";
export const object = "Must be an object";
export const trackingNumber = "A tracking number has only letters, digits and symbols";
export const scientificNotation =
	"A spreadsheet has shortened this number. Format its column as text, and copy it again";
export const carrierWithoutNumber = "Enter the tracking number too, or remove the carrier";
export const refundAmount = "Enter an amount in dollars, such as 12.50";
export const refundPieces = "Enter how many pieces to refund";
export const refundPiecesOrAmount = "Specify pieces or an amount, not both";
export const refundReason = "Choose a reason";
export const refundScope = "Choose what to refund";
export const refundScopeMismatch = "Choose this above, or clear the field";
export const restock = "restock must be true or false";
export const sendEmail = "email must be true or false";
export const idempotencyKey = "Idempotency-Key must be 1 to 64 printable characters";
export const vatNumberText =
	"A VAT number has 4 to 20 letters and digits. Check it, or leave it empty.";
export const vatNumber =
	"This VAT number has too few or too many digits for its country. Check it, or leave it empty.";
export const day = "Enter a day, such as 2026-12-31";
export const dayPassed = "This day has passed";
export const dayTooLate = "Choose an earlier day";
export const quoteLines = `A quote can have up to ${quoteLinesMax} tools`;
export const quoteLine = "We no longer sell this tool. Remove the line.";
