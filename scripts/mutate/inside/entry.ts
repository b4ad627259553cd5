import type { Env } from "#worker/env.ts";
import shop from "../../../worker/index.ts";

export { Storefront } from "../../../worker/index.ts";

/** Where this Worker reports the mutants that it has reached; only while coverage is recorded. */
type RecordingEnv = Env & { MUTANT_RECORD?: string };

const sent = new Set<number>();

async function report(url: string): Promise<void> {
	const fresh = [...(globalThis.mutationHits ?? [])].filter((id) => !sent.has(id));
	if (fresh.length === 0) return;
	for (const id of fresh) sent.add(id);
	const response = await fetch(url, { method: "POST", body: JSON.stringify(fresh) });
	await response.arrayBuffer();
}

export default {
	async fetch(request, env, ctx) {
		const response = await shop.fetch(request, env, ctx);
		if (env.MUTANT_RECORD) await report(env.MUTANT_RECORD);
		return response;
	},
	scheduled(controller, env, ctx) {
		shop.scheduled(controller, env, ctx);
	},
} satisfies ExportedHandler<RecordingEnv>;
