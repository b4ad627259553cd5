import { HonoBase } from "hono/hono-base";
import { TrieRouter } from "hono/router/trie-router";
import type { AppEnv } from "./request-context.ts";

/**
 * Creates an app, or a group of routes for one. `Hono` from "hono" would first try RegExpRouter, which rejects `/orders/:id` next to
 * `/orders/:email`. It would then use TrieRouter too, but the first request would have to build both.
 */
export const createApp = () => new HonoBase<AppEnv>({ router: new TrieRouter() });
