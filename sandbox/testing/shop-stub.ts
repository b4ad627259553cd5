/** Stands for the shop: hands `/__sandbox/` on, keeps the webhooks it gets, refuses those marked so. */
interface Env {
	SANDBOX: Fetcher;
}

const received: { signature: string | null; body: string }[] = [];
const refusals = new Map<string, number>();

/** Refuses an event as often as the metadata of its object says (`refuse`: how many times). */
function shouldRefuse(body: string): boolean {
	const { id, data } = JSON.parse(body);
	const times = refusals.get(id) ?? 0;
	refusals.set(id, times + 1);
	return times < Number(data.object.metadata.refuse ?? 0);
}

export default {
	async fetch(request, env) {
		const { pathname } = new URL(request.url);
		if (pathname.startsWith("/__sandbox")) return env.SANDBOX.fetch(request);
		if (pathname === "/received") return Response.json(received);
		const body = await request.text();
		received.push({ signature: request.headers.get("Stripe-Signature"), body });
		return new Response(null, { status: shouldRefuse(body) ? 500 : 200 });
	},
} satisfies ExportedHandler<Env>;
