/** What Cloudflare reads of an answer to decide whether, and how long, it is kept ("Workers Cache", configuration). */
export type Lifetime = {
	/** Milliseconds that a copy is fresh. */
	freshMs: number;
	/** Milliseconds after that in which it is shown while another is made. */
	staleWhileRevalidateMs: number;
	/** Milliseconds after that in which it is shown while the Worker fails; endless unless the answer limits it. */
	staleIfErrorMs: number;
};

/** Seconds that an answer without a word on caching is kept (RFC 9111 §4.2.2, Cloudflare's table). */
const heuristic = new Map([
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

/** The most specific header counts alone. */
const headersByWeight = ["Cloudflare-CDN-Cache-Control", "CDN-Cache-Control", "Cache-Control"];

function readDirectives(headers: Headers): Map<string, string> | null {
	const name = headersByWeight.find((header) => headers.has(header));
	if (!name) return null;
	const parts = (headers.get(name) ?? "").toLowerCase().split(",");
	return new Map(
		parts.map((part) => {
			const [directive = "", value = ""] = part.trim().split("=");
			return [directive, value.replaceAll('"', "")];
		}),
	);
}

const msOf = (seconds: string | undefined, otherwise: number) =>
	seconds === undefined ? otherwise : Number(seconds) * 1000;

const isNeverKept = ({ status, headers }: Response) =>
	status === 206 ||
	(status >= 520 && status <= 526) ||
	headers.has("Set-Cookie") ||
	headers.get("Vary")?.trim() === "*";

/** @returns how long the answer may be kept; null where it may not be kept at all */
export function lifetimeOf(response: Response): Lifetime | null {
	if (isNeverKept(response)) return null;
	const directives = readDirectives(response.headers);
	if (!directives) {
		const seconds = heuristic.get(response.status);
		return seconds === undefined
			? null
			: { freshMs: seconds * 1000, staleWhileRevalidateMs: 0, staleIfErrorMs: Infinity };
	}
	if (directives.has("private") || directives.has("no-store")) return null;
	const shared = directives.get("s-maxage") ?? directives.get("max-age");
	if (shared === undefined && !directives.has("no-cache")) return null;
	const mustAsk = ["s-maxage", "must-revalidate", "proxy-revalidate"].some((one) =>
		directives.has(one),
	);
	return {
		freshMs: directives.has("no-cache") ? 0 : msOf(shared, 0),
		staleWhileRevalidateMs: mustAsk ? 0 : msOf(directives.get("stale-while-revalidate"), 0),
		staleIfErrorMs: mustAsk ? 0 : msOf(directives.get("stale-if-error"), Infinity),
	};
}
