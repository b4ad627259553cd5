import type { Env } from "./env.ts";

export { Sandbox } from "./durable-object.ts";

/** The sandbox Worker. One Durable Object handles every request and stores all data. */
export default {
	fetch: (request, env) => env.STATE.getByName("sandbox").fetch(request),
} satisfies ExportedHandler<Env>;
