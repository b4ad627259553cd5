import { Hono } from "hono";
import type { AppEnv } from "../env.ts";
import api from "./api.js?raw" with { type: "text" };
import css from "./card.css?raw" with { type: "text" };
import cardElement from "./card-element.js?raw" with { type: "text" };
import cardFields from "./card-fields.js?raw" with { type: "text" };
import cardRules from "./card-rules.js?raw" with { type: "text" };
import challenge from "./challenge.js?raw" with { type: "text" };
import dom from "./dom.js?raw" with { type: "text" };
import stripe from "./stripe.js?raw" with { type: "text" };

const script = [
	`"use strict";\nwindow.stripeSandbox = { css: ${JSON.stringify(css)} };`,
	dom,
	api,
	cardRules,
	cardFields,
	cardElement,
	challenge,
	stripe,
].join("\n");

/** `/stripe.js`: the double of Stripe.js, its parts in the order they need each other. */
export const stripeJs = new Hono<AppEnv>().get("/stripe.js", (c) =>
	c.body(script, 200, {
		"Content-Type": "text/javascript; charset=utf-8",
		"Cache-Control": "no-cache",
		"X-Content-Type-Options": "nosniff",
	}),
);
