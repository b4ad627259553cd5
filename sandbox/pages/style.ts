import { Hono } from "hono";
import type { AppEnv } from "../env.ts";
import css from "./style.css?raw" with { type: "text" };

/** Serves the style sheet of the sandbox's pages. */
export const style = new Hono<AppEnv>().get("/style.css", (c) =>
	c.body(css, 200, { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "no-cache" }),
);
