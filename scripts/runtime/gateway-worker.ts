/** Media types that Cloudflare compresses (https://developers.cloudflare.com/speed/optimization/content/compression/). */
const compressible =
	/^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|x-javascript)|application\/wasm|font\/(?:ttf|otf)|image\/(?:svg\+xml|x-icon|vnd\.microsoft\.icon))/;

const withoutBody = new Set([101, 204, 205, 304]);

/** @param accepted value of Accept-Encoding @returns the coding to answer in, Brotli first; null for none */
function chooseCoding(accepted: string): "br" | "gzip" | null {
	const offered = accepted
		.toLowerCase()
		.split(",")
		.map((part) => part.trim().split(/\s*;\s*/))
		.filter(([, weight]) => !/^q=0(?:\.0*)?$/.test(weight ?? ""))
		.map(([coding]) => coding);
	if (offered.includes("br")) return "br";
	return offered.includes("gzip") ? "gzip" : null;
}

/** workerd compresses a body by itself when this header names a coding. */
function compress(response: Response, coding: "br" | "gzip" | null): Response {
	const { headers, status } = response;
	const isPlain = !headers.has("Content-Encoding") && !headers.has("Content-Range");
	const isText = compressible.test(headers.get("Content-Type") ?? "");
	if (coding === null || !isPlain || !isText || withoutBody.has(status)) return response;
	const compressed = new Response(response.body, response);
	compressed.headers.set("Content-Encoding", coding);
	compressed.headers.delete("Content-Length");
	return compressed;
}

/** Bytes of an unread body that are received and discarded: more than the largest form of the shop. */
const mostDiscarded = 32 * 1024 * 1024;

/**
 * Asks the shop, and discards the rest of the body. Otherwise the connection would be closed during the next request, and
 * with a long body be reset before a browser, which sends everything first, has read the response.
 */
async function askWithBody(shop: Fetcher, request: Request, body: ReadableStream<Uint8Array>) {
	const length = request.headers.get("Content-Length");
	const { readable, writable } =
		length === null ? new IdentityTransformStream() : new FixedLengthStream(Number(length));
	const writer = writable.getWriter();
	let isAnswered = false;
	const answer = shop.fetch(new Request(request, { body: readable })).finally(() => {
		isAnswered = true;
	});
	const over = answer.then(() => undefined);
	const unlessOver = (work: Promise<void>) => Promise.race([work.catch(() => undefined), over]);
	let discarded = 0;
	for await (const chunk of body) {
		if (isAnswered) discarded += chunk.byteLength;
		else await unlessOver(writer.write(chunk));
		if (discarded > mostDiscarded) break;
	}
	if (!isAnswered) await unlessOver(writer.close());
	return answer;
}

type Env = {
	SHOP: Fetcher;
	/** IP address of every visitor, which workerd does not report; "" when unknown, null when visitors send it (tests). */
	ADDRESS: string | null;
	/** Host names that it answers at besides localhost and literal addresses; null for all (tests). */
	NAMES: string[] | null;
};

/** As the URL parser writes them: it has turned every other spelling of an IPv4 address into this one. */
const literalAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/;

/**
 * A page of another site can have its own name resolve to 127.0.0.1 and would then be of one origin with the shop (DNS
 * rebinding): its requests name that host.
 */
function isOwnHost({ url }: Request, names: string[]): boolean {
	const { hostname } = new URL(url);
	return literalAddress.test(hostname) || hostname === "localhost" || names.includes(hostname);
}

const misdirected = () =>
	new Response(
		"This shop answers at localhost, at the address of its machine, and at the name in HOST. Open it at one of these.\n",
		{ status: 421 },
	);

/**
 * Does what Cloudflare does in front of a Worker, and blocks Miniflare's own pages: `/cdn-cgi/` never reaches the shop,
 * visitors cannot set their own address, text is compressed, and requests for other hosts are refused.
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
		const answer = body
			? await askWithBody(SHOP, new Request(url, { method, headers, redirect: "manual" }), body)
			: await SHOP.fetch(new Request(request, { headers, redirect: "manual" }));
		return compress(answer, coding);
	},
} satisfies ExportedHandler<Env>;
