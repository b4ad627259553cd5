import type { Env } from "#worker/env.ts";
import shop from "../../../worker/index.ts";

export { Storefront } from "../../../worker/index.ts";

/** This Worker reports the mutants that it reached to `HIT_COLLECTOR_URL`, which is set only while coverage is recorded. */
type RecordingEnv = Env & { HIT_COLLECTOR_URL?: string };

const reported = new Set<number>();

async function report(url: string): Promise<void> {
	const unreported = [...(globalThis.mutationHits ?? [])].filter((id) => !reported.has(id));
	if (unreported.length === 0) return;
	for (const id of unreported) reported.add(id);
	const response = await fetch(url, { method: "POST", body: JSON.stringify(unreported) });
	await response.arrayBuffer();
}

export default {
	async fetch(request, env, ctx) {
		const response = await shop.fetch(request, env, ctx);
		if (env.HIT_COLLECTOR_URL) await report(env.HIT_COLLECTOR_URL);
		return response;
	},
	scheduled(controller, env, ctx) {
		shop.scheduled(controller, env, ctx);
	},
} satisfies ExportedHandler<RecordingEnv>;
