import { Hono } from "hono";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { database } from "./app/database.ts";
import { type Order, pageOfProducts, placeOrder } from "./app/queries.ts";

const render = createRequestHandler(
	() => import("virtual:react-router/server-build"),
	import.meta.env.MODE,
);

/**
 * The least that a Worker can do in the set-up that the shop runs in: no session, no check, no query builder.
 * `/bare/…` answers without React; everything else is a minimal React Router page.
 */
export default new Hono<{ Bindings: { DB: D1Database } }>()
	.get("/bare/hello", (context) => context.text("Hello"))
	.get("/bare/hello-d1", async (context) => {
		const { results } = await pageOfProducts(context.env.DB);
		return context.text(`Hello, ${results.length} products`);
	})
	.get("/bare/products", async (context) => {
		const { results } = await pageOfProducts(context.env.DB);
		return context.json(results);
	})
	.post("/bare/orders/:userId", async (context) => {
		const order = await context.req.json<Order>();
		const [, written] = await placeOrder(context.env.DB, context.req.param("userId"), order);
		return context.json({ insertedId: written?.results[0] });
	})
	.all("*", ({ env, req }) => {
		const context = new RouterContextProvider();
		context.set(database, env.DB);
		return render(req.raw, context);
	});
