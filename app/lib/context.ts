import { createContext } from "react-router";
import type { ShopError } from "#contract/errors.ts";
import type { Shop } from "#worker/shop/context.ts";

export const shopContext = createContext<Shop>();

/** Why the request cannot be met: the form cannot be read, or the database is away; null when it can. */
export const refusalContext = createContext<ShopError | null>(null);

/** @returns whether a page is only fetched ahead of a click (W3C Fetch Metadata, `Sec-Purpose`) */
export const isPrefetch = ({ headers }: Request): boolean =>
	headers.get("Sec-Purpose")?.includes("prefetch") ?? false;
