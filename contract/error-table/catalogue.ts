import { documentMaxBytes, formatFileSize, imageMaxBytes, importMaxBytes } from "../limits.ts";
import { error } from "./error.ts";

export const part_number_taken = error(
	409,
	"The part number {partNumber} belongs to {name}. Each tool needs its own.",
	"partNumber",
);
export const import_too_large = error(
	413,
	`The file must be ${formatFileSize(importMaxBytes)} or smaller. Split it into several files.`,
	"file",
);
export const not_a_text_file = error(
	415,
	"This is not a text file. Save your Excel workbook as CSV, or copy its rows and paste them.",
	"file",
);
export const csv_body_required = error(
	415,
	"Send the CSV file itself as the body, not a form that contains it",
);
export const import_not_found = error(404, "This import does not exist");
export const import_not_ready = error(409, "This import cannot be applied: {reason}");
export const stock_below_zero = error(
	400,
	"The stock would fall below zero. Reload the page and try again.",
	"quantity",
);
export const product_unknown = error(
	400,
	"No tool has this id. Choose a tool that you bought, or none to review the shop.",
	"toolId",
);
export const product_not_bought = error(
	400,
	"Only customers who bought this tool can review it",
	"toolId",
);
export const stock_mismatch = error(
	403,
	"The stock does not match. Reload the page and try again.",
);
export const product_not_found = error(404, "We do not sell this tool");
export const document_not_found = error(404, "This document has already been removed");
export const image_not_found = error(404, "This picture has already been removed");
export const review_not_found = error(404, "This review does not exist, or was deleted");
export const review_hidden = error(
	409,
	"We have hidden this review. If you think that is a mistake, contact us.",
);
export const documents_changed = error(
	409,
	"Someone else changed the documents of this tool. Check their sequence again.",
);
export const changes_rejected = error(
	409,
	"Nothing was saved: check the marked changes, and save again.",
);
export const tool_in_stock = error(409, "This tool is in stock: you can order it now.");
export const too_many_stock_waits = error(
	409,
	"You have reached the limit of {max} stock alerts. Cancel one first.",
);
export const stock_changed = error(
	409,
	"Someone else changed {name} while you were typing: it now has {quantity} in stock. Saving again would change: {changes}.",
);
export const image_too_large = error(
	413,
	`The image is larger than ${formatFileSize(imageMaxBytes)}`,
);
export const document_too_large = error(
	413,
	`The document is larger than ${formatFileSize(documentMaxBytes)}`,
	"document",
);
export const upload_too_large = error(
	413,
	`This upload is too large. Pictures can be up to ${formatFileSize(imageMaxBytes)}, documents up to ${formatFileSize(documentMaxBytes)}.`,
);
export const image_too_many_pixels = error(
	413,
	"The image has too many pixels. Make it smaller, at most 10,000 × 10,000.",
);
export const unsupported_image_type = error(
	415,
	"Only PNG, JPEG, WebP, AVIF or GIF images are accepted",
);
export const unsupported_document_type = error(415, "Only PDF files are accepted", "document");
export const too_many_uploads = error(
	429,
	"You have uploaded too many files today. Try again tomorrow.",
);
export const too_many_unverified_uploads = error(
	429,
	"You have uploaded too many images today. Verify your email under My profile to upload more, or try again tomorrow.",
);
export const product_not_added = error(503, "Failed to add the Product");
export const review_not_added = error(503, "Failed to add Review");
