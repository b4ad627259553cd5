import { categories, categorySlugs } from "#contract/categories.ts";
import { importKindNames } from "#contract/imports.ts";
import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import { formatBreaks } from "#contract/price-breaks.ts";
import { productColumnNames, productColumns } from "#contract/product-columns.ts";
import { formatSpecification } from "#contract/schemas/specification.ts";
import { productFields } from "#worker/shop/imports/cells.ts";
import type { ImportRow } from "#worker/shop/imports/read.ts";

type ImportValues = ImportRow["next"];

/** Formats a value for display. Returns "none" if it is missing. */
function formatValue(name: keyof ImportValues, values: ImportValues): string {
	const { priceCents, priceBreaks, category, gallery, specification } = values;
	switch (name) {
		case "priceCents":
			return priceCents === undefined ? "none" : formatCents(priceCents);
		case "quantity":
		case "minimum":
		case "orderMultiple": {
			const value = values[name];
			return value === undefined ? "none" : formatInteger(value);
		}
		case "priceBreaks":
			return formatBreaks(priceBreaks ?? []);
		case "category":
			return category && categorySlugs.includes(category) ? categories[category] : "none";
		case "gallery":
			return gallery?.join(" ") || "none";
		case "specification":
			return (specification && formatSpecification(specification)) || "none";
		default:
			return values[name] || "none";
	}
}

const valueColumns = productColumnNames.filter((column) => column !== "id");

/** Formats a row for the import page. */
export function formatImportRow({
	id,
	line,
	kind,
	label,
	productId,
	next,
	previous,
	issues,
}: ImportRow) {
	const isNew = importKindNames[kind] === "new";
	const changes = valueColumns.flatMap((column) => {
		const name = productFields[column];
		if (next[name] === undefined) return [];
		const { heading } = productColumns[column];
		const from = isNew ? null : formatValue(name, previous);
		return [{ heading, from, to: formatValue(name, next) }];
	});
	return {
		id: String(id),
		line,
		label,
		productId,
		kind: importKindNames[kind] ?? "error",
		changes,
		issues: issues.map(({ column, message }) => ({
			heading: column && productColumns[column].heading,
			message,
		})),
	};
}
