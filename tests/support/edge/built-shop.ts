import { createRequire, registerHooks } from "node:module";
import { resolve } from "node:path";
import * as v from "valibot";
import type { Env } from "#worker/env.ts";
import type { PurgeResult } from "#worker/shop/context.ts";

/** What an entrypoint is given of the platform. */
export type Context = {
	waitUntil(work: Promise<unknown>): void;
	passThroughOnException(): void;
	props: Record<string, never>;
	exports: {
		Storefront: {
			fetch(request: Request): Promise<Response>;
			purge(tags: string[]): Promise<PurgeResult>;
		};
	};
	cache?: { purge(options: { tags: string[] }): Promise<PurgeResult> };
};

type Storefront = Context["exports"]["Storefront"];

/** The built Worker's main module. */
export type BuiltShop = {
	default: {
		fetch(request: Request, env: Env, context: Context): Promise<Response>;
		scheduled(event: { scheduledTime: number; cron: string }, env: Env, context: Context): void;
	};
	Storefront: new (context: Context, env: Env) => Storefront;
};

const isFunction = (value: unknown) => typeof value === "function";
const shape = v.looseObject({
	default: v.looseObject({ fetch: v.custom(isFunction), scheduled: v.custom(isFunction) }),
	Storefront: v.custom(isFunction),
});

/** The one class that the built shop takes from the platform's module. */
const platform = `export class WorkerEntrypoint {
	constructor(ctx, env) { this.ctx = ctx; this.env = env; }
}`;

let loaded: BuiltShop | undefined;

/** @returns the built shop, run by Node in this process. Needs a build. */
export function loadBuiltShop(): BuiltShop {
	if (loaded) return loaded;
	const hooks = registerHooks({
		resolve: (name, context, next) =>
			name === "cloudflare:workers"
				? { url: `data:text/javascript,${encodeURIComponent(platform)}`, shortCircuit: true }
				: next(name, context),
	});
	const main = resolve(import.meta.dirname, "../../../build/server/index.js");
	const module: unknown = createRequire(import.meta.url)(main);
	hooks.deregister();
	v.assert(shape, module);
	// Its signatures cannot be checked at run time.
	loaded = module as unknown as BuiltShop;
	return loaded;
}
