import type { Env } from "./env.ts";

export { Sandbox } from "./object.ts";

/** The sandbox Worker: every request goes to the one Durable Object that remembers everything. */
export default {
	fetch: (request, env) => env.STATE.getByName("sandbox").fetch(request),
} satisfies ExportedHandler<Env>;
