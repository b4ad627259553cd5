import type { Asked } from "./remote-d1.ts";

/** Runs on the shop's own D1 what a test asks. */
export default {
	async fetch(request, { DB }) {
		const { how, statements } = await request.json<Asked>();
		try {
			const prepared = statements.map(({ sql, values }) => DB.prepare(sql).bind(...values));
			const [only] = prepared;
			if (how === "batch" || !only) return Response.json(await DB.batch(prepared));
			return Response.json(await only[how]());
		} catch (error) {
			return new Response(error instanceof Error ? error.message : String(error), { status: 500 });
		}
	},
} satisfies ExportedHandler<{ DB: D1Database }>;
