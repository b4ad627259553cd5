import type { Email } from "#worker/services/email.ts";

type SendError = { code: string; message: string };

const outage: SendError = { code: "E_INTERNAL_SERVER_ERROR", message: "" };

/** Creates a mock of the sandbox's email service. */
export function createLocalOutbox() {
	const sentEmails: Email[] = [];
	let failuresLeft = 0;
	let sendError = outage;
	const sandbox: Fetcher = {
		connect: () => {
			throw new Error("the outbox has no sockets");
		},
		async fetch(input: RequestInfo | URL, init?: RequestInit) {
			if (failuresLeft-- > 0) return Response.json(sendError, { status: 503 });
			sentEmails.push(await new Request(input, init).json());
			return new Response();
		},
	};
	return {
		sandbox,
		sentEmails,
		/** Makes the outbox reject the next emails. */
		rejectNext(count: number, error = outage) {
			failuresLeft = count;
			sendError = error;
		},
	};
}
