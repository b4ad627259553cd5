import { type Context, Hono } from "hono";
import type { AppEnv } from "../env.ts";
import api from "./api.js?raw" with { type: "text" };
import dom from "./dom.js?raw" with { type: "text" };
import cardFields from "./frames/card-fields.js?raw" with { type: "text" };
import cardRules from "./frames/card-rules.js?raw" with { type: "text" };
import challengeFrame from "./frames/challenge-frame.js?raw" with { type: "text" };
import channel from "./frames/channel.js?raw" with { type: "text" };
import checkSession from "./frames/check-session.js?raw" with { type: "text" };
import expressFrame from "./frames/express-frame.js?raw" with { type: "text" };
import css from "./frames/frame.css?raw" with { type: "text" };
import paymentFrame from "./frames/payment-frame.js?raw" with { type: "text" };
import walletFrame from "./frames/wallet-frame.js?raw" with { type: "text" };
import challenge from "./host/challenge.js?raw" with { type: "text" };
import elements from "./host/elements.js?raw" with { type: "text" };
import frameElement from "./host/frame-element.js?raw" with { type: "text" };
import frames from "./host/frames.js?raw" with { type: "text" };
import paymentElements from "./host/payment-elements.js?raw" with { type: "text" };
import stripe from "./host/stripe.js?raw" with { type: "text" };
import { session } from "./session.ts";

/** Concatenates scripts, dependencies first. The bundle reads the sandbox's origin from its own URL. */
const bundleScripts = (...parts: string[]) =>
	[
		'"use strict";',
		"window.stripeSandbox = { origin: new URL(document.currentScript.src).origin };",
		dom,
		api,
		...parts,
	].join("\n");

const scripts: Record<string, string> = {
	"stripe.js": bundleScripts(frames, frameElement, paymentElements, elements, challenge, stripe),
	"stripe-js/card.js": bundleScripts(channel, checkSession, cardRules, cardFields, paymentFrame),
	"stripe-js/express.js": bundleScripts(channel, checkSession, expressFrame),
	"stripe-js/sheet.js": bundleScripts(channel, walletFrame),
	"stripe-js/challenge.js": bundleScripts(channel, challengeFrame),
};

/** Allows pages and frames of other origins to load the response. */
const crossOriginHeaders = {
	"Cache-Control": "no-cache",
	"Cross-Origin-Resource-Policy": "cross-origin",
	"X-Content-Type-Options": "nosniff",
};

/** The shop adds X-Frame-Options to every response. Browsers ignore that header if the policy has `frame-ancestors`. */
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

const renderFrame = (title: string, name: string) => `<!doctype html>
<html lang="en">
	<head>
		<meta charset="utf-8">
		<title>${title}</title>
		<link rel="stylesheet" href="/__sandbox/stripe-js/frame.css">
		<script defer src="/__sandbox/stripe-js/${name}.js"></script>
	</head>
	<body></body>
</html>`;

const createFrameHandler = (title: string, name: string) => (c: Context) =>
	c.html(renderFrame(title, name), 200, {
		...crossOriginHeaders,
		"Content-Security-Policy": framePolicy,
	});

/** Serves `/stripe.js`, the mock of Stripe.js, and the documents of its frames under `/stripe-js/`. */
export const stripeJs = new Hono<AppEnv>()
	.get("/stripe-js/card", createFrameHandler("Secure payment input frame", "card"))
	.get("/stripe-js/express", createFrameHandler("Secure express checkout frame", "express"))
	.get("/stripe-js/sheet", createFrameHandler("Test wallet", "sheet"))
	.get("/stripe-js/challenge", createFrameHandler("3D Secure authentication", "challenge"))
	.get("/stripe-js/frame.css", (c) =>
		c.body(css, 200, { ...crossOriginHeaders, "Content-Type": "text/css; charset=utf-8" }),
	)
	.route("/stripe-js", session);

for (const [path, script] of Object.entries(scripts)) {
	stripeJs.get(`/${path}`, (c) =>
		c.body(script, 200, {
			...crossOriginHeaders,
			"Content-Type": "text/javascript; charset=utf-8",
		}),
	);
}
