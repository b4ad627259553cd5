/** Stands for the shop: hands `/__sandbox/` on, keeps the webhooks it gets, refuses those marked so. */
interface Env {
	SANDBOX: Fetcher;
}

const received: { signature: string | null; body: string }[] = [];
const refusals = new Map<string, number>();

/**
 * Refuses an event as often as the metadata of its object says (`refuse`: how many times), and lets the first attempt
 * wait (`slow`: ms).
 */
async function shouldRefuse(body: string): Promise<boolean> {
	const { id, data } = JSON.parse(body);
	const { refuse = 0, slow = 0 } = data.object.metadata;
	const times = refusals.get(id) ?? 0;
	refusals.set(id, times + 1);
	if (times === 0) await scheduler.wait(Number(slow));
	return times < Number(refuse);
}

export default {
	async fetch(request, env) {
		const { pathname } = new URL(request.url);
		if (pathname.startsWith("/__sandbox")) return env.SANDBOX.fetch(request);
		if (pathname === "/received") return Response.json(received);
		const body = await request.text();
		received.push({ signature: request.headers.get("Stripe-Signature"), body });
		return new Response(null, { status: (await shouldRefuse(body)) ? 500 : 200 });
	},
} satisfies ExportedHandler<Env>;
