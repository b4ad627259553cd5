/**
 * The columns of a product file, in the order of an export. `aliases`: other headings in the files of suppliers and other shops, in
 * lowercase without spaces and punctuation.
 */
export const productColumns = {
	id: { heading: "ID", aliases: ["productid", "toolid"] },
	partNumber: {
		heading: "Part number",
		aliases: [
			"partno",
			"part",
			"sku",
			"variantsku",
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
	name: {
		heading: "Name",
		aliases: ["title", "product", "productname", "toolname", "tool", "itemname"],
	},
	description: {
		heading: "Description",
		aliases: ["decreption", "shortdescription", "body", "bodyhtml", "details", "text"],
	},
	price: {
		heading: "Price",
		aliases: [
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
		aliases: [
			"quantity",
			"qty",
			"instock",
			"onhand",
			"qtyonhand",
			"quantityonhand",
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
		aliases: ["minimum", "minimumquantity", "minimumorderquantity", "minorder", "moq"],
	},
	orderMultiple: {
		heading: "Pieces per carton",
		aliases: ["ordermultiple", "carton", "cartonsize", "packsize", "packquantity", "multiple"],
	},
	priceBreaks: {
		heading: "Price breaks",
		aliases: ["quantityprices", "tierprices", "volumeprices", "bulkprices", "quantitybreaks"],
	},
	category: { heading: "Category", aliases: ["type", "producttype", "group", "productcategory"] },
	img: { heading: "Image", aliases: ["img", "picture", "imagesrc", "imageurl", "photo"] },
	gallery: {
		heading: "More images",
		aliases: ["gallery", "images", "pictures", "additionalimages"],
	},
	specification: { heading: "Specification", aliases: ["spec", "specs", "technicaldata"] },
} as const satisfies Record<string, { heading: string; aliases: readonly string[] }>;

export type ProductColumn = keyof typeof productColumns;

export const productColumnNames = Object.keys(productColumns) as [
	ProductColumn,
	...ProductColumn[],
];
