import { Hono } from "hono";
import { pageSchema, stockSchema } from "#contract/schemas/products.ts";
import type { FrontDoor } from "#worker/front/visit.ts";
import {
	getAllProducts,
	getProductCount,
	getProducts,
	requireProduct,
} from "#worker/shop/catalogue/read.ts";
import { setStock } from "#worker/shop/catalogue/stock.ts";
import { check, readBody } from "./body.ts";
import { modified, productJson } from "./respond.ts";

export const products = new Hono<FrontDoor>()
	.get("/products", async (context) => {
		const { shop } = context.var;
		const query = context.req.query();
		if ("page" in query || "size" in query) {
			const { page, size } = check(pageSchema, query);
			return context.json((await getProducts(shop, page, size)).map(productJson));
		}
		const { list, next } = await getAllProducts(shop, query.after ?? null);
		if (next) context.header("Link", `</products?after=${next}>; rel="next"`);
		return context.json(list.map(productJson));
	})
	.get("/productCount", async (context) =>
		context.json({ count: await getProductCount(context.var.shop) }),
	)
	.get("/products/:id", async (context) =>
		context.json(productJson(await requireProduct(context.var.shop, context.req.param("id")))),
	)
	.put("/products/:id", async (context) => {
		const { updatequantity } = await readBody(context, stockSchema);
		const count = await setStock(context.var.shop, context.req.param("id"), updatequantity);
		return context.json(modified(count));
	});
