// A stub of the shop's Worker. It forwards `/__sandbox/` to the sandbox, stores the webhooks that it receives and lists
// them at `/received`.
interface Env {
	SANDBOX: Fetcher;
}

const received: { signature: string | null; body: string }[] = [];
const attemptsByEvent = new Map<string, number>();

/**
 * Returns whether to fail a delivery, according to the metadata of the event's object: the first `failures` deliveries
 * fail. The response to the first one is delayed by `delayMs`.
 */
async function shouldFail(body: string): Promise<boolean> {
	const { id, data } = JSON.parse(body);
	const { failures = 0, delayMs = 0 } = data.object.metadata;
	const attempts = attemptsByEvent.get(id) ?? 0;
	attemptsByEvent.set(id, attempts + 1);
	if (attempts === 0) await scheduler.wait(Number(delayMs));
	return attempts < Number(failures);
}

export default {
	async fetch(request, env) {
		const { pathname } = new URL(request.url);
		if (pathname.startsWith("/__sandbox")) return env.SANDBOX.fetch(request);
		if (pathname === "/received") return Response.json(received);
		const body = await request.text();
		received.push({ signature: request.headers.get("Stripe-Signature"), body });
		return new Response(null, { status: (await shouldFail(body)) ? 500 : 200 });
	},
} satisfies ExportedHandler<Env>;
