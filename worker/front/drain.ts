import { createMiddleware } from "hono/factory";
import { jsonBytes } from "#contract/limits.ts";
import type { FrontDoor } from "./visit.ts";

async function discard(body: ReadableStream<Uint8Array>): Promise<void> {
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.byteLength;
		if (bytes > jsonBytes) return;
	}
}

/**
 * Reads to its end a short body that nobody wanted, such as that of a refused call. Left unread it closes the
 * connection under the next request, which the local runtime answers with "Network connection lost".
 */
export const drainBody = createMiddleware<FrontDoor>(async ({ req }, next) => {
	await next();
	const { body, bodyUsed } = req.raw;
	if (body && !bodyUsed && !body.locked) await discard(body).catch(() => undefined);
});
