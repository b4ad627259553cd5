/** How long a response is cached, according to its headers (Cloudflare's Workers Cache documentation, "Configuration"). */
export type Lifetime = {
	/** How long the cached response is fresh. */
	freshMs: number;
	/** How long after `freshMs` it is served while it is being refreshed. */
	staleWhileRevalidateMs: number;
	/** How long after `freshMs` it is served if the Worker fails; Infinity without `stale-if-error`. */
	staleIfErrorMs: number;
};

/** Freshness in seconds, by status, of responses without a Cache-Control header (RFC 9111 §4.2.2, with Cloudflare's values). */
const heuristicSeconds = new Map([
	[200, 7200],
	[203, 7200],
	[204, 7200],
	[300, 1200],
	[301, 1200],
	[404, 180],
	[405, 60],
	[410, 180],
	[414, 60],
	[501, 60],
]);

/** From the most specific header to the least specific. Only the first header that is set counts. */
const headersByPriority = ["Cloudflare-CDN-Cache-Control", "CDN-Cache-Control", "Cache-Control"];

function readDirectives(headers: Headers): Map<string, string> | null {
	const name = headersByPriority.find((header) => headers.has(header));
	if (!name) return null;
	const parts = (headers.get(name) ?? "").toLowerCase().split(",");
	return new Map(
		parts.map((part) => {
			const [directive = "", value = ""] = part.trim().split("=");
			return [directive, value.replaceAll('"', "")];
		}),
	);
}

const toMs = (seconds: string | undefined, fallbackMs: number) =>
	seconds === undefined ? fallbackMs : Number(seconds) * 1000;

const isNeverCached = ({ status, headers }: Response) =>
	status === 206 ||
	(status >= 520 && status <= 526) ||
	headers.has("Set-Cookie") ||
	headers.get("Vary")?.trim() === "*";

/** @returns null if the response must not be cached */
export function readLifetime(response: Response): Lifetime | null {
	if (isNeverCached(response)) return null;
	const directives = readDirectives(response.headers);
	if (!directives) {
		const seconds = heuristicSeconds.get(response.status);
		return seconds === undefined
			? null
			: { freshMs: seconds * 1000, staleWhileRevalidateMs: 0, staleIfErrorMs: Infinity };
	}
	if (directives.has("private") || directives.has("no-store")) return null;
	const maxAge = directives.get("s-maxage") ?? directives.get("max-age");
	if (maxAge === undefined && !directives.has("no-cache")) return null;
	const mustRevalidate = ["s-maxage", "must-revalidate", "proxy-revalidate"].some((directive) =>
		directives.has(directive),
	);
	return {
		freshMs: directives.has("no-cache") ? 0 : toMs(maxAge, 0),
		staleWhileRevalidateMs: mustRevalidate ? 0 : toMs(directives.get("stale-while-revalidate"), 0),
		staleIfErrorMs: mustRevalidate ? 0 : toMs(directives.get("stale-if-error"), Infinity),
	};
}
