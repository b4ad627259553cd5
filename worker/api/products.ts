import { productCalls, productExportSchema } from "#contract/calls/products.ts";
import { createCsvHeaders } from "#contract/csv.ts";
import { documentPath } from "#contract/documents.ts";
import {
	minSuggestionQueryLength,
	productsPerPage,
	suggestionsMaxAgeSeconds,
} from "#contract/limits.ts";
import { dollarsFromCents } from "#contract/money.ts";
import { getMinimumPriceCents } from "#contract/price-breaks.ts";
import { documentTitleSchema } from "#contract/schemas/documents.ts";
import type { Suggestion } from "#contract/schemas/search-text.ts";
import { createApp } from "#worker/http/app.ts";
import { readUpload, requireValid, uploadLimits } from "#worker/http/body.ts";
import { changeProducts } from "#worker/shop/catalogue/change-many.ts";
import {
	addDocument,
	listDocuments,
	removeDocument,
	reorderDocuments,
} from "#worker/shop/catalogue/documents.ts";
import {
	addProduct,
	deleteProduct,
	publishProduct,
	requireEditableProduct,
	setStock,
	updateProduct,
} from "#worker/shop/catalogue/edit.ts";
import { exportProducts } from "#worker/shop/catalogue/export.ts";
import { suggestTools } from "#worker/shop/catalogue/find.ts";
import { listLowStock } from "#worker/shop/catalogue/low-stock.ts";
import {
	type FullProduct,
	getProductCount,
	listProductsAfter,
	listPublishedProducts,
	type Product,
	requireProduct,
} from "#worker/shop/catalogue/read.ts";
import { listStockMovements } from "#worker/shop/catalogue/stock-history.ts";
import {
	getIdempotencyKey,
	register,
	registerRaw,
	respondWithPage,
	toDeleteResult,
	toInsertResult,
	toUpdateResult,
} from "./calls.ts";

const toProductJson = (product: FullProduct) => ({
	_id: product.id,
	name: product.name,
	partNumber: product.partNumber,
	quantity: product.quantity,
	minimum: product.minimum,
	img: product.img,
	decreption: product.description,
	price: dollarsFromCents(product.priceCents),
	category: product.category,
	specification: product.specification.map((row) => [...row]),
	gallery: [...product.gallery],
	priceBreaks: product.priceBreaks.map(([quantity, cents]) => ({
		quantity,
		price: dollarsFromCents(cents),
	})),
	orderMultiple: product.orderMultiple,
});

const toSuggestionJson = ({ id, name, partNumber, img, ...product }: Product): Suggestion => ({
	_id: id,
	name,
	partNumber,
	price: dollarsFromCents(getMinimumPriceCents(product)),
	img,
});

export const productRoutes = createApp();

register(productRoutes, productCalls.listProducts, async ({ shop, context, readQuery }) => {
	const { page, size, after } = readQuery();
	if (page !== undefined || size !== undefined) {
		return (await listPublishedProducts(shop, page ?? 0, size ?? productsPerPage)).map(
			toProductJson,
		);
	}
	return respondWithPage(context, await listProductsAfter(shop, after), toProductJson);
});

register(productRoutes, productCalls.countProducts, async ({ shop }) => ({
	count: await getProductCount(shop),
}));

register(productRoutes, productCalls.getProduct, async ({ shop, param }) =>
	toProductJson(await requireProduct(shop, param("id"))),
);

/** Shared caches must not store a response that may set a session cookie. */
register(productRoutes, productCalls.suggestProducts, async ({ shop, context, readQuery }) => {
	const { q } = readQuery();
	const visibility = shop.account ? "private" : "public";
	context.header("Cache-Control", `${visibility}, max-age=${suggestionsMaxAgeSeconds}`);
	return q.length < minSuggestionQueryLength
		? []
		: (await suggestTools(shop, q)).map(toSuggestionJson);
});

registerRaw(productRoutes, productCalls.exportProducts, async ({ var: { shop }, req }) => {
	const filters = requireValid(productExportSchema, req.query());
	const csv = req.method === "HEAD" ? null : await exportProducts(shop, filters);
	return new Response(csv, { headers: createCsvHeaders("products") });
});

register(productRoutes, productCalls.addProduct, async ({ shop, readBody }) =>
	toInsertResult(await addProduct(shop, await readBody())),
);

register(productRoutes, productCalls.setStock, async ({ shop, param, readBody }) =>
	toUpdateResult(await setStock(shop, param("id"), (await readBody()).updatequantity)),
);

register(productRoutes, productCalls.changeProducts, async ({ shop, context, readBody }) => {
	const { changes, note } = await readBody();
	await changeProducts(shop, { changes, note, key: getIdempotencyKey(context) });
	return toUpdateResult(changes.length, changes.length);
});

register(productRoutes, productCalls.updateProduct, async ({ shop, param, readBody }) => {
	await updateProduct(shop, param("productId"), await readBody());
	return toUpdateResult(1);
});

register(productRoutes, productCalls.listLowStock, async ({ shop, readQuery }) =>
	(await listLowStock(shop, readQuery())).map(({ id, sold30, sold90, ...row }) => ({
		_id: id,
		...row,
		soldIn30Days: sold30,
		soldIn90Days: sold90,
	})),
);

register(
	productRoutes,
	productCalls.listStockMovements,
	async ({ shop, context, param, readQuery }) => {
		const page = await listStockMovements(shop, param("id"), readQuery().after);
		return respondWithPage(context, page, ({ id, email: by, createdAt, ...movement }) => ({
			_id: id,
			...movement,
			by,
			createdAt: createdAt.toISOString(),
		}));
	},
);

register(productRoutes, productCalls.listDocuments, async ({ shop, param }) =>
	(await listDocuments(shop, param("id"))).map(({ key, title, bytes }) => ({
		_id: key,
		title,
		url: documentPath(key, title),
		bytes,
	})),
);

register(productRoutes, productCalls.addDocument, async ({ shop, context, param }) => {
	await requireEditableProduct(shop, param("id"));
	const { form, file } = await readUpload(context.req.raw, uploadLimits.document, "document");
	const { title } = requireValid(documentTitleSchema, { title: form.get("title") });
	return toInsertResult(await addDocument(shop, param("id"), { title, file }));
});

register(productRoutes, productCalls.reorderDocuments, async ({ shop, param, readBody }) => {
	const count = await reorderDocuments(shop, param("id"), (await readBody()).documents);
	return toUpdateResult(count, count);
});

register(productRoutes, productCalls.removeDocument, async ({ shop, param }) =>
	toDeleteResult(await removeDocument(shop, param("id"), param("documentId"))),
);

register(productRoutes, productCalls.publishProduct, async ({ shop, param }) =>
	toUpdateResult(await publishProduct(shop, param("id"))),
);

register(productRoutes, productCalls.deleteProduct, async ({ shop, param }) =>
	toDeleteResult(await deleteProduct(shop, param("id"))),
);
