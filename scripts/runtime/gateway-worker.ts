/** Media types that Cloudflare compresses (https://developers.cloudflare.com/speed/optimization/content/compression/). */
const compressible =
	/^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|x-javascript)|application\/wasm|font\/(?:ttf|otf)|image\/(?:svg\+xml|x-icon|vnd\.microsoft\.icon))/;

const withoutBody = new Set([101, 204, 205, 304]);

/** Chooses the content coding of a response, Brotli first. @returns null for none */
function chooseCoding(acceptEncoding: string): "br" | "gzip" | null {
	const accepted = acceptEncoding
		.toLowerCase()
		.split(",")
		.map((part) => part.trim().split(/\s*;\s*/))
		.filter(([, weight]) => !/^q=0(?:\.0*)?$/.test(weight ?? ""))
		.map(([coding]) => coding);
	if (accepted.includes("br")) return "br";
	return accepted.includes("gzip") ? "gzip" : null;
}

/** Compresses text: workerd encodes the body if this header is set. */
function compress(response: Response, coding: "br" | "gzip" | null): Response {
	const { headers, status } = response;
	const isUnencoded = !headers.has("Content-Encoding") && !headers.has("Content-Range");
	const isText = compressible.test(headers.get("Content-Type") ?? "");
	if (coding === null || !isUnencoded || !isText || withoutBody.has(status)) return response;
	const compressed = new Response(response.body, response);
	compressed.headers.set("Content-Encoding", coding);
	compressed.headers.delete("Content-Length");
	return compressed;
}

/** Maximum number of bytes of an unread body that are discarded: more than the largest form of the shop. */
const maxDiscarded = 32 * 1024 * 1024;

/**
 * Forwards a request with a body to the shop, and discards what the shop does not read of it. Otherwise the connection would be
 * closed during the next request, or be reset before a browser, which sends the entire body first, has read the response.
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
	const untilResponded = (write: Promise<void>) =>
		Promise.race([write.catch(() => undefined), afterResponse]);
	let discarded = 0;
	for await (const chunk of body) {
		if (hasResponded) discarded += chunk.byteLength;
		else await untilResponded(writer.write(chunk));
		if (discarded > maxDiscarded) break;
	}
	if (!hasResponded) await untilResponded(writer.close());
	return response;
}

type Env = {
	SHOP: Fetcher;
	/** CF-Connecting-IP of every visitor; "" if it is unknown, null if visitors send it themselves (tests). */
	ADDRESS: string | null;
	/** Accepted host names besides localhost and IP addresses; null for all (tests). */
	NAMES: string[] | null;
};

/** An IP address as the URL parser normalizes it. */
const ipAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/;

/** Prevents DNS rebinding: if the host name of another site resolved to 127.0.0.1, its scripts could read the shop's pages. */
function isOwnHost({ url }: Request, names: string[]): boolean {
	const { hostname } = new URL(url);
	return ipAddress.test(hostname) || hostname === "localhost" || names.includes(hostname);
}

const misdirected = () =>
	new Response(
		"Open this shop at localhost, at the IP address of its machine, or at the name in HOST.\n",
		{ status: 421 },
	);

/**
 * Behaves like Cloudflare in front of a Worker: compresses text, sets visitors' addresses, reads request bodies to their end,
 * rejects requests for other hosts, and blocks `/cdn-cgi/`, where Miniflare's own pages are.
 */
export default {
	async fetch(request, { SHOP, ADDRESS, NAMES }) {
		if (NAMES && !isOwnHost(request, NAMES)) return misdirected();
		if (new URL(request.url).pathname.startsWith("/cdn-cgi/")) {
			return new Response("Not Found", { status: 404 });
		}
		const headers = new Headers(request.headers);
		for (const name of [...headers.keys()]) if (name.startsWith("mf-")) headers.delete(name);
		if (ADDRESS === "") headers.delete("CF-Connecting-IP");
		else if (ADDRESS !== null) headers.set("CF-Connecting-IP", ADDRESS);
		const coding = chooseCoding(headers.get("Accept-Encoding") ?? "");
		headers.set("Accept-Encoding", "gzip, br");
		const { url, method, body } = request;
		const response = body
			? await forwardWithBody(SHOP, new Request(url, { method, headers, redirect: "manual" }), body)
			: await SHOP.fetch(new Request(request, { headers, redirect: "manual" }));
		return compress(response, coding);
	},
} satisfies ExportedHandler<Env>;
