import { openDatabase } from "#worker/db/client.ts";
import { createMeter } from "#worker/db/meter.ts";
import type { Env } from "#worker/env.ts";
import type { Shop } from "#worker/shop/context.ts";
import { type Edge, purgeLater } from "#worker/shop/edge.ts";

const nobody = {
	everyone: true,
	address: "",
	network: "",
	request: "",
	sessionId: null,
	tokenEnds: null,
	keepSession: () => undefined,
	dropSession: () => undefined,
	flash: () => undefined,
	takeFlash: () => null,
	cookies: "",
	keepCookie: () => undefined,
};

/**
 * The shop of nobody in particular: of pages that are cached for everyone, and of the sweep. Both read the primary: what
 * a lagging replica shows after a purge would be kept, and a sweep that decides by it would decide wrongly.
 * @param request the id of the one that asks; never shown on a page that is kept
 */
export const openAnonymousShop = (
	env: Env,
	waitUntil: Shop["waitUntil"],
	edge: Edge,
	{ meter = createMeter(env), request = "" } = {},
): Shop => ({
	db: openDatabase(env.DB, env.DB.withSession("first-primary"), meter),
	account: null,
	env,
	origin: env.SHOP_ORIGIN,
	waitUntil,
	edge,
	purge: purgeLater(edge),
	visitor: { ...nobody, request },
});
