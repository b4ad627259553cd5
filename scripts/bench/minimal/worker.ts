import { Hono } from "hono";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { databaseContext, type Order, placeOrder, readProducts } from "./app/queries.ts";

const render = createRequestHandler(
	() => import("virtual:react-router/server-build"),
	import.meta.env.MODE,
);

/** The minimum work for the shop's calls and its home page: no session, no checks, no query builder. */
export default new Hono<{ Bindings: { DB: D1Database } }>()
	.get("/bare/products", async (context) => {
		const { results } = await readProducts(context.env.DB);
		return context.json(results);
	})
	.post("/bare/orders/:userId", async (context) => {
		const order = await context.req.json<Order>();
		const [, inserted] = await placeOrder(context.env.DB, context.req.param("userId"), order);
		return context.json({ insertedId: inserted?.results[0] });
	})
	.all("*", ({ env, req }) => {
		const context = new RouterContextProvider();
		context.set(databaseContext, env.DB);
		return render(req.raw, context);
	});
