import { createRequire, registerHooks } from "node:module";
import { resolve } from "node:path";
import * as v from "valibot";
import type { Env } from "#worker/env.ts";
import type { PurgeResult } from "#worker/shop/context.ts";

/** The part of the platform's ExecutionContext that the shop uses. */
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
const moduleSchema = v.looseObject({
	default: v.looseObject({ fetch: v.custom(isFunction), scheduled: v.custom(isFunction) }),
	Storefront: v.custom(isFunction),
});

/** The mock of `cloudflare:workers`, with the only class that the built shop imports from it. */
const platformModule = `export class WorkerEntrypoint {
	constructor(ctx, env) { this.ctx = ctx; this.env = env; }
}`;

let cachedShop: BuiltShop | undefined;

/** Loads the built shop into this Node process. Needs a build. */
export function loadBuiltShop(): BuiltShop {
	if (cachedShop) return cachedShop;
	const hooks = registerHooks({
		resolve: (name, context, next) =>
			name === "cloudflare:workers"
				? { url: `data:text/javascript,${encodeURIComponent(platformModule)}`, shortCircuit: true }
				: next(name, context),
	});
	const main = resolve(import.meta.dirname, "../../../build/server/index.js");
	const module: unknown = createRequire(import.meta.url)(main);
	hooks.deregister();
	v.assert(moduleSchema, module);
	// A schema cannot check the signatures of functions.
	cachedShop = module as unknown as BuiltShop;
	return cachedShop;
}
