import { Hono } from "hono";
import { productCalls } from "#contract/calls/products.ts";
import { minSuggestionLength, pageSize, suggestionsAge } from "#contract/limits.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { addProduct } from "#worker/shop/catalogue/add.ts";
import {
	getProductCount,
	getProducts,
	listProducts,
	requireProduct,
} from "#worker/shop/catalogue/read.ts";
import { deleteProduct } from "#worker/shop/catalogue/remove.ts";
import { setStock } from "#worker/shop/catalogue/stock.ts";
import { suggestTools } from "#worker/shop/catalogue/suggest.ts";
import { updateProduct } from "#worker/shop/catalogue/update.ts";
import { answer, goOn } from "./calls.ts";
import { deleted, inserted, modified, productJson, suggestionJson } from "./respond.ts";

export const products = new Hono<AppEnv>();

answer(products, productCalls.listProducts, async ({ shop, context, readQuery }) => {
	const { page, size, after } = readQuery();
	if (page !== undefined || size !== undefined) {
		return (await getProducts(shop, page ?? 0, size ?? pageSize)).map(productJson);
	}
	return goOn(context, await listProducts(shop, after)).map(productJson);
});

answer(products, productCalls.countProducts, async ({ shop }) => ({
	count: await getProductCount(shop),
}));

answer(products, productCalls.getProduct, async ({ shop, param }) =>
	productJson(await requireProduct(shop, param("id"))),
);

/** The same for everybody: what may keep it is told so, unless a session's cookie may go out with it. */
answer(products, productCalls.suggestProducts, async ({ shop, context, readQuery }) => {
	const { q } = readQuery();
	const keeper = shop.account ? "private" : "public";
	context.header("Cache-Control", `${keeper}, max-age=${suggestionsAge}`);
	return q.length < minSuggestionLength ? [] : (await suggestTools(shop, q)).map(suggestionJson);
});

answer(products, productCalls.addProduct, async ({ shop, readBody }) =>
	inserted(await addProduct(shop, await readBody())),
);

answer(products, productCalls.setStock, async ({ shop, param, readBody }) =>
	modified(await setStock(shop, param("id"), (await readBody()).updatequantity)),
);

answer(products, productCalls.updateProduct, async ({ shop, param, readBody }) =>
	modified(await updateProduct(shop, param("productId"), await readBody())),
);

answer(products, productCalls.deleteProduct, async ({ shop, param }) =>
	deleted(await deleteProduct(shop, param("id"))),
);
