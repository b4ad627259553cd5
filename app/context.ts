import { createContext } from "react-router";
import type { Shop } from "#worker/shop/context.ts";

/** The one way from a page to the shop: `context.get(shopContext)` (architecture.md §1). */
export const shopContext = createContext<Shop>();
