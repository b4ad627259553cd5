/** Media types that Cloudflare compresses (https://developers.cloudflare.com/speed/optimization/content/compression/). */
const compressibleTypes =
	/^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|x-javascript)|application\/wasm|font\/(?:ttf|otf)|image\/(?:svg\+xml|x-icon|vnd\.microsoft\.icon))/;

function compress(response: Response, acceptEncoding: string): Response {
	const { headers, body } = response;
	// Ignores weights, which browsers do not send.
	const encoding = ["br", "gzip"].find((name) => acceptEncoding.includes(name));
	const isEncoded = headers.has("Content-Encoding") || headers.has("Content-Range");
	const isCompressible = compressibleTypes.test(headers.get("Content-Type") ?? "");
	if (!encoding || isEncoded || !isCompressible || !body) return response;
	// workerd encodes the body if this header is set.
	const compressed = new Response(body, response);
	compressed.headers.set("Content-Encoding", encoding);
	compressed.headers.delete("Content-Length");
	return compressed;
}

/** Larger than any form submission in the shop. */
const maxDiscardedBytes = 32 * 1024 * 1024;

/**
 * Forwards a request to the shop and discards the part of its body that the shop does not read, because browsers send the entire body
 * before they read the response. With an unread body, the connection would be reset before the browser has read the response, or
 * closed during the next request.
 */
async function forwardWithBody(shop: Fetcher, request: Request, body: ReadableStream<Uint8Array>) {
	const length = request.headers.get("Content-Length");
	const { readable, writable } =
		length === null ? new IdentityTransformStream() : new FixedLengthStream(Number(length));
	const writer = writable.getWriter();
	let hasResponded = false;
	const response = shop.fetch(new Request(request, { body: readable })).finally(() => {
		hasResponded = true;
	});
	const afterResponse = response.then(() => undefined);
	const waitForWriteOrResponse = (write: Promise<void>) =>
		Promise.race([write.catch(() => undefined), afterResponse]);
	let discardedBytes = 0;
	try {
		for await (const chunk of body) {
			if (hasResponded) discardedBytes += chunk.byteLength;
			else await waitForWriteOrResponse(writer.write(chunk));
			if (discardedBytes > maxDiscardedBytes) break;
		}
	} catch {
		// An incomplete request may get an error response (RFC 9112 §8). Aborting the writer would not cause one: without Content-Length, the
		// shop would take the part that it has received for the entire body.
		if (!hasResponded)
			return new Response("The request body is malformed or incomplete.\n", { status: 400 });
	}
	if (!hasResponded) await waitForWriteOrResponse(writer.close());
	return response;
}

type Env = {
	SHOP: Fetcher;
	/** Responds once the shop may receive requests: the `ready` option in runtime.ts. */
	READY?: Fetcher;
	/** The `visitorAddress` option in runtime.ts, sent as CF-Connecting-IP; "" removes that header. */
	VISITOR_ADDRESS: string | null;
	/** The `hostNames` option in runtime.ts. */
	HOST_NAMES: string[] | null;
};

/** Matches an IP address as normalized by the URL parser. */
const ipAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/;

/** Prevents DNS rebinding: if another site's host name resolved to 127.0.0.1, that site's scripts could read the shop's pages. */
function isOwnHost({ url }: Request, names: string[]): boolean {
	const { hostname } = new URL(url);
	return ipAddress.test(hostname) || hostname === "localhost" || names.includes(hostname);
}

let isReady = false;

/** Does what Cloudflare does in front of a Worker (docs/decisions/local-server.md). */
export default {
	async fetch(request, { SHOP, READY, VISITOR_ADDRESS, HOST_NAMES }) {
		if (HOST_NAMES && !isOwnHost(request, HOST_NAMES)) {
			const advice =
				"Open this shop at localhost, its machine's IP address, or the name in HOST.\n";
			return new Response(advice, { status: 421 });
		}
		if (new URL(request.url).pathname.startsWith("/cdn-cgi/")) {
			return new Response("Not Found", { status: 404 });
		}
		if (!isReady) await READY?.fetch("http://ready/");
		isReady = true;
		const headers = new Headers(request.headers);
		// Miniflare's own headers, which Cloudflare does not send to a Worker.
		for (const name of [...headers.keys()]) if (name.startsWith("mf-")) headers.delete(name);
		if (VISITOR_ADDRESS === "") headers.delete("CF-Connecting-IP");
		else if (VISITOR_ADDRESS !== null) headers.set("CF-Connecting-IP", VISITOR_ADDRESS);
		const acceptEncoding = headers.get("Accept-Encoding") ?? "";
		headers.set("Accept-Encoding", "gzip, br");
		const { url, method, body } = request;
		// Some clients send "Content-Length: 0" with a GET. A Request with this method cannot have a body.
		const hasBody = body && method !== "GET" && method !== "HEAD";
		const response = hasBody
			? await forwardWithBody(SHOP, new Request(url, { method, headers, redirect: "manual" }), body)
			: await SHOP.fetch(new Request(url, { method, headers, redirect: "manual" }));
		return compress(response, acceptEncoding);
	},
} satisfies ExportedHandler<Env>;
