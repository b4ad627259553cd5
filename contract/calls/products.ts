import * as v from "valibot";
import { categorySlugs } from "../categories.ts";
import {
	documentMaxBytes,
	documentsMax,
	formatFileSize,
	listMax,
	minSuggestionQueryLength,
	productsPerPage,
	productsPerPageMax,
	suggestionsMax,
	suggestionsMaxAgeSeconds,
	textLength,
} from "../limits.ts";
import { tooLong } from "../messages.ts";
import { productFilterEntries } from "../product-filters.ts";
import { cursorSchema } from "../schemas/cursor.ts";
import { documentOrderSchema } from "../schemas/documents.ts";
import { stock, wholeNumber } from "../schemas/fields.ts";
import { productChangesSchema } from "../schemas/product-changes.ts";
import { productSchema, productUpdateSchema } from "../schemas/products.ts";
import { queryText, suggestionResponse } from "../schemas/search-text.ts";
import { reorderWeeks, salesDays, stockReasonNames } from "../stock.ts";
import {
	defineCall,
	deletedResponse,
	insertedResponse,
	listNote,
	modifiedResponse,
} from "./call.ts";

const stockSchema = v.object({ updatequantity: stock });

const listSchema = v.object({
	page: v.optional(wholeNumber("page must be a whole number from 0", 0, 1_000_000)),
	size: v.optional(
		wholeNumber(
			`size must be a whole number from 1 to ${productsPerPageMax}`,
			1,
			productsPerPageMax,
		),
	),
	...cursorSchema.entries,
});

export const productResponse = v.object({
	_id: v.string(),
	name: v.string(),
	partNumber: v.nullable(v.string()),
	decreption: v.string(),
	price: v.number(),
	quantity: v.number(),
	minimum: v.number(),
	img: v.string(),
	category: v.picklist(categorySlugs),
	specification: v.array(v.array(v.string())),
	gallery: v.array(v.string()),
	priceBreaks: v.array(v.object({ quantity: v.number(), price: v.number() })),
	orderMultiple: v.number(),
});

const lowStockResponse = v.object({
	_id: v.string(),
	name: v.string(),
	partNumber: v.nullable(v.string()),
	quantity: v.number(),
	minimum: v.number(),
	soldIn30Days: v.number(),
	soldIn90Days: v.number(),
	daysLeft: v.nullable(v.number()),
	reorder: v.number(),
	waiting: v.pipe(
		v.number(),
		v.description("customers waiting for an email when it is back in stock"),
	),
});

const stockMovementResponse = v.object({
	_id: v.string(),
	change: v.number(),
	stockAfter: v.number(),
	reason: v.picklist(stockReasonNames),
	orderId: v.nullable(v.string()),
	by: v.nullable(v.string()),
	note: v.nullable(v.string()),
	createdAt: v.string(),
});

const documentResponse = v.object({
	_id: v.string(),
	title: v.string(),
	url: v.string(),
	bytes: v.number(),
});

const suggestionsSchema = v.object({
	q: v.optional(v.pipe(v.string(), v.description("the text typed so far"), queryText), ""),
});

export const productExportSchema = v.object({
	search: v.optional(
		v.pipe(
			v.string(),
			v.maxLength(textLength.tableSearch, tooLong(textLength.tableSearch)),
			v.trim(),
			v.description("text in the name or part number"),
		),
		"",
	),
	...productFilterEntries,
});

export const productCalls = {
	exportProducts: defineCall("GET", "/products.csv", {
		summary: "The products as a CSV file",
		note: "Oldest first, with the columns that imports accept. Streamed.",
		access: "products:write",
		query: productExportSchema,
		rawResponse: { status: 200, mediaType: "text/csv", note: "The file." },
		errors: ["validation_failed"],
	}),
	listProducts: defineCall("GET", "/products", {
		summary: "The products",
		note: `With \`page\` (from 0) or \`size\` (1 to ${productsPerPageMax}, ${productsPerPage} by default), returns one page. If both are omitted, returns the first ${listMax}, with a \`Link\` header (\`rel=next\`) if there are more.`,
		access: "anyone",
		query: listSchema,
		response: v.array(productResponse),
		hasETag: true,
	}),
	countProducts: defineCall("GET", "/productCount", {
		summary: "The number of products",
		access: "anyone",
		response: v.object({ count: v.number() }),
		hasETag: true,
	}),
	getProduct: defineCall("GET", "/products/{id}", {
		summary: "One product",
		access: "anyone",
		response: productResponse,
		errors: ["product_not_found"],
		hasETag: true,
	}),
	suggestProducts: defineCall("GET", "/suggestions", {
		summary: "The tools that best match the text being typed",
		note: `At most ${suggestionsMax}, best match first; none for fewer than ${minSuggestionQueryLength} characters. May be cached for ${suggestionsMaxAgeSeconds} seconds.`,
		access: "anyone",
		query: suggestionsSchema,
		response: v.array(suggestionResponse),
	}),
	addProduct: defineCall("POST", "/products", {
		summary: "Add a product",
		access: "products:write",
		body: productSchema,
		response: insertedResponse,
		errors: ["product_not_added", "part_number_taken"],
	}),
	setStock: defineCall("PUT", "/products/{id}", {
		summary: "Set the stock",
		note: "For admins. Shoppers may send only the current stock, which changes nothing; it confirms the stock after an order was placed or deleted.",
		access: "signedIn",
		body: stockSchema,
		response: modifiedResponse,
		errors: ["stock_mismatch", "product_not_found"],
	}),
	changeProducts: defineCall("PATCH", "/products", {
		summary: "Change prices and stock of many products, all or nothing",
		note: "Omitted fields stay unchanged. With `expectedPrice`, the change is rejected if the current price differs. With `expectedQuantity`, the stock changes by the difference between `quantity` and `expectedQuantity`, so that sales in the meantime are not overwritten. The `field` of an issue is the index of the change and the field name, such as `2.price`.",
		access: "products:write",
		retryNote: "Retrying with the same key and body does not apply the changes twice.",
		body: productChangesSchema,
		response: modifiedResponse,
		errors: ["changes_rejected", "idempotency_key_reused"],
	}),
	updateProduct: defineCall("PUT", "/product/{productId}", {
		summary: "Change a product",
		access: "products:write",
		body: productUpdateSchema,
		response: modifiedResponse,
		errors: ["product_not_found", "stock_below_zero", "stock_changed", "part_number_taken"],
	}),
	listLowStock: defineCall("GET", "/low-stock", {
		summary: "Products to reorder: out of stock, or expected to sell out within the given weeks",
		note: `At most ${listMax}: out of stock first, then those that will sell out soonest. \`reorder\` is the sales expected in \`weeks\` at the pace of the last \`days\`, rounded up, or one minimum order if that is larger, minus the current stock.`,
		access: "products:write",
		query: v.object({
			weeks: v.optional(
				v.picklist(reorderWeeks, `weeks must be ${reorderWeeks.join(" or ")}`),
				"4",
			),
			days: v.optional(v.picklist(salesDays, `days must be ${salesDays.join(" or ")}`), "30"),
		}),
		response: v.array(lowStockResponse),
	}),
	listStockMovements: defineCall("GET", "/products/{id}/stock-movements", {
		summary: "A product's stock changes, newest first",
		note: `${listNote} \`change\` and \`stockAfter\` are in pieces. \`by\` is the staff member's email; null for customers and deleted accounts.`,
		access: "products:write",
		query: cursorSchema,
		response: v.array(stockMovementResponse),
		errors: ["product_not_found"],
	}),
	listDocuments: defineCall("GET", "/products/{id}/documents", {
		summary: "The PDF documents of a product",
		note: "In display order. Only staff who edit products can see a draft's documents.",
		access: "anyone",
		response: v.array(documentResponse),
		errors: ["product_not_found"],
		hasETag: true,
	}),
	addDocument: defineCall("POST", "/products/{id}/documents", {
		summary: "Add a PDF document to a product",
		note: `It is added at the end. Uploading the same file again changes its title. At most ${documentsMax} per product.`,
		access: "products:write",
		upload: {
			type: "multipart/form-data",
			note: `The file, at most ${formatFileSize(documentMaxBytes)}, in the \`document\` field; its title in the \`title\` field.`,
		},
		response: insertedResponse,
		errors: [
			"validation_failed",
			"malformed_form",
			"document_too_large",
			"multipart_required",
			"product_not_found",
			"unsupported_document_type",
			"rate_limited",
			"too_many_uploads",
		],
	}),
	reorderDocuments: defineCall("PUT", "/products/{id}/documents", {
		summary: "Reorder a product's documents",
		access: "products:write",
		body: documentOrderSchema,
		response: modifiedResponse,
		errors: ["product_not_found", "documents_changed"],
	}),
	removeDocument: defineCall("DELETE", "/products/{id}/documents/{documentId}", {
		summary: "Remove a document from a product",
		note: "The file is deleted within a day, unless another product uses it.",
		access: "products:write",
		response: deletedResponse,
		errors: ["product_not_found", "document_not_found"],
	}),
	publishProduct: defineCall("POST", "/products/{id}/publish", {
		summary: "Publish a draft",
		note: "It becomes the newest product. Does nothing if it is already published.",
		access: "products:write",
		response: modifiedResponse,
		errors: ["product_not_found", "part_number_taken"],
	}),
	deleteProduct: defineCall("DELETE", "/products/{id}", {
		summary: "Delete a product",
		note: "Orders keep its name and price.",
		access: "products:write",
		response: deletedResponse,
		errors: ["product_not_found"],
	}),
};
