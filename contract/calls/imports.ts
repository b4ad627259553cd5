import * as v from "valibot";
import { importKindNames, importStateNames } from "../imports.ts";
import { formatFileSize, importMaxBytes } from "../limits.ts";
import { productColumnNames } from "../product-columns.ts";
import { wholeNumber } from "../schemas/fields.ts";
import { importApplySchema, importColumnsSchema } from "../schemas/imports.ts";
import { defineCall, deletedResponse } from "./call.ts";

const columnResponse = v.picklist(["", ...productColumnNames]);

const importResponse = v.object({
	_id: v.string(),
	name: v.string(),
	state: v.picklist(importStateNames),
	headings: v.array(v.string()),
	columns: v.array(columnResponse),
	check: v.pipe(v.string(), v.description("identifies this comparison")),
	rows: v.number(),
	errors: v.number(),
	new: v.number(),
	changed: v.number(),
	unmatched: v.number(),
	unchanged: v.number(),
	position: v.pipe(v.number(), v.description("rows up to this one have been applied")),
	applied: v.number(),
	skipped: v.number(),
});

const rowsResponse = v.object({
	...importResponse.entries,
	page: v.array(
		v.object({
			line: v.number(),
			kind: v.picklist(importKindNames),
			label: v.string(),
			productId: v.nullable(v.string()),
			changes: v.record(v.string(), v.unknown()),
			previous: v.record(v.string(), v.unknown()),
			issues: v.array(v.object({ column: v.nullable(v.string()), message: v.string() })),
		}),
	),
	more: v.boolean(),
});

const rowsSchema = v.object({
	page: v.optional(wholeNumber("page must be a whole number from 0", 0, 1_000_000)),
	kind: v.optional(
		v.picklist(importKindNames, `kind must be one of: ${importKindNames.join(", ")}`),
	),
});

export const importCalls = {
	createImport: defineCall("POST", "/imports", {
		summary: "Compare a CSV file with the products",
		note: "Does not change any products. The first line names the columns: part number or ID, and any other columns of /products.csv. Empty cells and missing columns leave values unchanged.",
		access: "products:write",
		query: v.object({
			name: v.optional(
				v.pipe(v.string(), v.trim(), v.maxLength(120, "name must have 120 characters or fewer")),
				"import.csv",
			),
		}),
		upload: { type: "text/csv", note: `The file, at most ${formatFileSize(importMaxBytes)}.` },
		response: importResponse,
		errors: [
			"malformed_form",
			"import_too_large",
			"not_a_text_file",
			"csv_body_required",
			"rate_limited",
		],
	}),
	getImport: defineCall("GET", "/imports/{id}", {
		summary: "An import, and a page of its rows",
		note: "Rows with problems come first. Prices are in cents.",
		access: "products:write",
		query: rowsSchema,
		response: rowsResponse,
		errors: ["import_not_found"],
	}),
	setImportColumns: defineCall("PUT", "/imports/{id}", {
		summary: "Assign the columns of a file, and compare it again",
		access: "products:write",
		body: importColumnsSchema,
		response: importResponse,
		errors: ["import_not_found", "import_not_ready"],
	}),
	applyImport: defineCall("POST", "/imports/{id}/apply", {
		summary: "Apply an import, or continue it",
		note: "Runs for at most ten seconds. Call it again while `state` is `applying`; each row is applied only once.",
		access: "products:write",
		body: importApplySchema,
		response: importResponse,
		errors: ["import_not_found", "import_not_ready"],
	}),
	cancelImport: defineCall("DELETE", "/imports/{id}", {
		summary: "Cancel an import",
		note: "Rows that were already applied are not reverted.",
		access: "products:write",
		response: deletedResponse,
		errors: ["import_not_found", "import_not_ready"],
	}),
};
