import { HonoBase } from "hono/hono-base";
import { TrieRouter } from "hono/router/trie-router";
import type { AppEnv } from "./request-context.ts";

/**
 * Creates an app, or a group of routes for one. `Hono` from "hono" tries RegExpRouter first, which rejects routes such as `/orders/:id` beside
 * `/orders/:email`, so that it uses TrieRouter anyway, after a first request that builds both.
 */
export const createApp = () => new HonoBase<AppEnv>({ router: new TrieRouter() });
