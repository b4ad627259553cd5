import { createContext } from "react-router";
import type { ShopError } from "#contract/errors.ts";
import type { Shop } from "#worker/shop/context.ts";

/** The one way from a page to the shop: `context.get(shopContext)` (architecture.md §1). */
export const shopContext = createContext<Shop>();

/** Why the form that came can not be read; null when it can, or when there is none. */
export const refusalContext = createContext<ShopError | null>(null);
