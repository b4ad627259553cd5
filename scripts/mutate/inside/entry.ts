import type { Env } from "#worker/env.ts";
import shop from "../../../worker/index.ts";

export { Storefront } from "../../../worker/index.ts";

/** `MUTANT_RECORD` is the URL to which this Worker reports the mutants that it reached. Set only while coverage is recorded. */
type RecordingEnv = Env & { MUTANT_RECORD?: string };

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
		if (env.MUTANT_RECORD) await report(env.MUTANT_RECORD);
		return response;
	},
	scheduled(controller, env, ctx) {
		shop.scheduled(controller, env, ctx);
	},
} satisfies ExportedHandler<RecordingEnv>;
