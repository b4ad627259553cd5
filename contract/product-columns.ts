/**
 * The columns of a product file, in the order of an export. `names`: other headings that suppliers and other shops' files have, in
 * lowercase without spaces and punctuation.
 */
export const productColumns = {
	id: { heading: "ID", names: ["productid", "toolid"] },
	partNumber: {
		heading: "Part number",
		names: [
			"partno",
			"part",
			"sku",
			"variantsku",
			"variant_sku",
			"mpn",
			"itemnumber",
			"itemno",
			"item",
			"articlenumber",
			"articleno",
			"article",
			"artnr",
			"artikelnr",
			"artikelnummer",
			"code",
			"productcode",
		],
	},
	name: { heading: "Name", names: ["title", "product", "productname", "toolname", "tool"] },
	description: {
		heading: "Description",
		names: ["decreption", "shortdescription", "body", "bodyhtml", "details", "text"],
	},
	price: {
		heading: "Price",
		names: [
			"priceusd",
			"unitprice",
			"priceperpiece",
			"variantprice",
			"netprice",
			"listprice",
			"usd",
		],
	},
	quantity: {
		heading: "Stock",
		names: [
			"quantity",
			"qty",
			"instock",
			"onhand",
			"available",
			"inventory",
			"pieces",
			"inventoryquantity",
			"variantinventoryqty",
			"stockquantity",
		],
	},
	minimum: {
		heading: "Minimum order",
		names: ["minimum", "minimumquantity", "minimumorderquantity", "minorder", "moq"],
	},
	orderMultiple: {
		heading: "Pieces per carton",
		names: ["ordermultiple", "carton", "cartonsize", "packsize", "packquantity", "multiple"],
	},
	priceBreaks: {
		heading: "Price breaks",
		names: ["quantityprices", "tierprices", "volumeprices", "bulkprices", "quantitybreaks"],
	},
	category: { heading: "Category", names: ["type", "producttype", "group", "productcategory"] },
	img: { heading: "Image", names: ["img", "picture", "imagesrc", "imageurl", "photo"] },
	gallery: { heading: "More images", names: ["gallery", "images", "pictures", "additionalimages"] },
	specification: { heading: "Specification", names: ["spec", "specs", "technicaldata"] },
} as const satisfies Record<string, { heading: string; names: readonly string[] }>;

export type ProductColumn = keyof typeof productColumns;

export const productColumnNames = /* @__PURE__ */ Object.keys(productColumns) as [
	ProductColumn,
	...ProductColumn[],
];
