import type { ProxyRequest } from "./remote-d1.ts";

/** Runs a test's statements on the shop's own D1. */
export default {
	async fetch(request, { DB }) {
		const { method, statements } = await request.json<ProxyRequest>();
		try {
			const prepared = statements.map(({ sql, values }) => DB.prepare(sql).bind(...values));
			const [statement] = prepared;
			if (method === "batch" || !statement) return Response.json(await DB.batch(prepared));
			return Response.json(await statement[method]());
		} catch (error) {
			return new Response(error instanceof Error ? error.message : String(error), { status: 500 });
		}
	},
} satisfies ExportedHandler<{ DB: D1Database }>;
