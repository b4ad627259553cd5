import type { Env } from "#worker/env.ts";
import shop from "../../../worker/index.ts";

export { Storefront } from "../../../worker/index.ts";

/** Where the run that records coverage listens; empty in every other run. */
type Recorded = Env & { MUTANT_RECORD?: string };

const sent = new Set<number>();

/** Reports which mutants this Worker has reached since its last report. */
async function report(url: string): Promise<void> {
	const fresh = [...(globalThis.mutationHits ?? [])].filter((id) => !sent.has(id));
	if (fresh.length === 0) return;
	for (const id of fresh) sent.add(id);
	const answer = await fetch(url, { method: "POST", body: JSON.stringify(fresh) });
	await answer.arrayBuffer();
}

/** The main module of the shop that is mutated: the shop itself, which says what it has run. */
export default {
	async fetch(request, env, ctx) {
		const answer = await shop.fetch(request, env, ctx);
		if (env.MUTANT_RECORD) await report(env.MUTANT_RECORD);
		return answer;
	},
	scheduled(controller, env, ctx) {
		shop.scheduled(controller, env, ctx);
	},
} satisfies ExportedHandler<Recorded>;
