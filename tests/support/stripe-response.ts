import type { Env } from "#worker/env.ts";

/** Creates an environment in which Stripe always sends this response, and records the requests to it. */
export function createEnvWithResponse(body: object, status = 200) {
	const requests: string[] = [];
	const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
		const request = new Request(input, init);
		requests.push(`${request.method} ${new URL(request.url).pathname}`);
		return Response.json(body, { status });
	};
	return { env: { SANDBOX: { fetch } } as unknown as Env, requests };
}
