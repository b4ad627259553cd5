import { type Context, Hono } from "hono";
import type { AppEnv } from "../env.ts";
import api from "./api.js?raw" with { type: "text" };
import dom from "./dom.js?raw" with { type: "text" };
import cardFields from "./frames/card-fields.js?raw" with { type: "text" };
import cardFrame from "./frames/card-frame.js?raw" with { type: "text" };
import cardRules from "./frames/card-rules.js?raw" with { type: "text" };
import challengeFrame from "./frames/challenge-frame.js?raw" with { type: "text" };
import channel from "./frames/channel.js?raw" with { type: "text" };
import css from "./frames/frame.css?raw" with { type: "text" };
import openSession from "./frames/session.js?raw" with { type: "text" };
import cardElement from "./host/card-element.js?raw" with { type: "text" };
import challenge from "./host/challenge.js?raw" with { type: "text" };
import elements from "./host/elements.js?raw" with { type: "text" };
import frames from "./host/frames.js?raw" with { type: "text" };
import stripe from "./host/stripe.js?raw" with { type: "text" };
import { session } from "./session.ts";

/** Parts in the order they need each other. They find the sandbox's origin by their own address. */
const bundle = (...parts: string[]) =>
	[
		'"use strict";',
		"window.stripeSandbox = { origin: new URL(document.currentScript.src).origin };",
		dom,
		api,
		...parts,
	].join("\n");

const scripts: Record<string, string> = {
	"stripe.js": bundle(frames, cardElement, elements, challenge, stripe),
	"stripe-js/card.js": bundle(channel, openSession, cardRules, cardFields, cardFrame),
	"stripe-js/challenge.js": bundle(channel, challengeFrame),
};

/** Pages and frames of other origins load these. */
const shared = {
	"Cache-Control": "no-cache",
	"Cross-Origin-Resource-Policy": "cross-origin",
	"X-Content-Type-Options": "nosniff",
};

/** Browsers that know `frame-ancestors` do not ask X-Frame-Options, which the shop sets for every answer. */
const framePolicy = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"connect-src 'self'",
	"font-src https: data:",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'self' http://localhost:* http://127.0.0.1:*",
].join("; ");

const frame = (title: string, name: string) => `<!doctype html>
<html lang="en">
	<head>
		<meta charset="utf-8">
		<title>${title}</title>
		<link rel="stylesheet" href="/__sandbox/stripe-js/frame.css">
		<script defer src="/__sandbox/stripe-js/${name}.js"></script>
	</head>
	<body></body>
</html>`;

const sendFrame = (title: string, name: string) => (c: Context) =>
	c.html(frame(title, name), 200, { ...shared, "Content-Security-Policy": framePolicy });

/** `/stripe.js`, the mock of Stripe.js, and under `/stripe-js/` the documents of its frames. */
export const stripeJs = new Hono<AppEnv>()
	.get("/stripe-js/card", sendFrame("Secure card payment input frame", "card"))
	.get("/stripe-js/challenge", sendFrame("3D Secure authentication", "challenge"))
	.get("/stripe-js/frame.css", (c) =>
		c.body(css, 200, { ...shared, "Content-Type": "text/css; charset=utf-8" }),
	)
	.route("/stripe-js", session);

for (const [path, script] of Object.entries(scripts)) {
	stripeJs.get(`/${path}`, (c) =>
		c.body(script, 200, { ...shared, "Content-Type": "text/javascript; charset=utf-8" }),
	);
}
