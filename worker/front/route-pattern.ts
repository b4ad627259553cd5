import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import { pagePattern } from "#contract/permissions.ts";
import type { FrontDoor } from "./visit.ts";

/** What React Router's script asks of a page: `/dashbord.data`, and of the home page `/_.data`. */
const dataOf = /^(.+)\.data$/;

/** Where React Router's script asks which pages there are. */
const manifest = "/__manifest";

function pageRoute(path: string): string {
	if (path === manifest) return manifest;
	const page = dataOf.exec(path)?.[1];
	if (page === undefined) return pagePattern(path);
	return `${page === "/_" ? page : pagePattern(page)}.data`;
}

/**
 * What was asked for, without anything that a visitor wrote: an email, an id or a token in a path is only its place.
 * @returns the pattern of a call or a page: `/orders/:email`, `/tools/:id`, its data `/tools/:id.data`, nothing of ours `/*`
 */
export function routeOf(context: Context<FrontDoor>): string {
	const call = matchedRoutes(context).find(({ path }) => !path.includes("*"));
	return call?.path ?? pageRoute(context.req.path);
}
