// A stub of the shop's Worker: forwards `/__sandbox/` to the sandbox, stores webhooks, and lists them at `/received`.
interface Env {
	SANDBOX: Fetcher;
}

const receivedWebhooks: { signature: string | null; body: string }[] = [];
const attemptsByEvent = new Map<string, number>();

/**
 * Counts an attempt to deliver an event, and returns whether it should fail. The metadata of the event's object says how
 * many attempts fail (`failures`) and by how many ms the response to the first one is delayed (`delayMs`).
 */
async function recordAttempt(body: string): Promise<boolean> {
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
		if (pathname === "/received") return Response.json(receivedWebhooks);
		const body = await request.text();
		receivedWebhooks.push({ signature: request.headers.get("Stripe-Signature"), body });
		return new Response(null, { status: (await recordAttempt(body)) ? 500 : 200 });
	},
} satisfies ExportedHandler<Env>;
