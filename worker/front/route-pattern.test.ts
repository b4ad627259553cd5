import { Hono } from "hono";
import { expect, test } from "vitest";
import { routeOf } from "./route-pattern.ts";
import type { FrontDoor } from "./visit.ts";

const app = new Hono<FrontDoor>()
	.use(async (context, next) => {
		await next();
		context.res = new Response(routeOf(context));
	})
	.get("/orders/:email", (context) => context.text("a call"))
	.all("/orders/:part", (context) => context.text("another method"))
	.all("*", (context) => context.text("a page"));

const routeAt = async (path: string, method = "GET") =>
	(await app.request(path, { method })).text();

test.each([
	["/", "/"],
	["/?q=ada@example.com", "/"],
	["/_.data?page=1", "/_.data"],
	["/orders/ada@example.com", "/orders/:email"],
	["/orders/ada%40example.com?after=1.x", "/orders/:email"],
	["/tools/91bf64477569ca16a3b06f66", "/tools/:id"],
	["/tools/91bf64477569ca16a3b06f66.data", "/tools/:id.data"],
	["/reset-password?token=abc", "/reset-password"],
	["/dashbord/addReview/", "/dashbord/addreview"],
	["/dashbord/orders.csv", "/dashbord/orders.csv"],
	["/ada@example.com", "/*"],
	["/dashbord/ada@example.com.data", "/*.data"],
	["/*", "/*"],
	["/__manifest?paths=%2Fdashbord%2Fada@example.com", "/__manifest"],
])("%s is logged as %s", async (path, route) => {
	expect(await routeAt(path)).toBe(route);
});

test("a method that a call does not have names the place alone", async () => {
	expect(await routeAt("/orders/ada@example.com", "PATCH")).toBe("/orders/:part");
});
