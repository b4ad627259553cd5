import { Hono } from "hono";
import type { AppEnv } from "../env.ts";
import css from "./style.css?raw" with { type: "text" };

/** `/style.css`: the look of the sandbox's own pages. */
export const style = new Hono<AppEnv>().get("/style.css", (c) =>
	c.body(css, 200, { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "no-cache" }),
);
