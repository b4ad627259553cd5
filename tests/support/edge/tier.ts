import { type Lifetime, lifetimeOf } from "./cacheable.ts";

/** An answer as a cache holds it. `madeAt` is when the Worker was asked for it, however many caches it went through. */
export type Copy = Lifetime & {
	open: () => Response;
	madeAt: number;
	tags: string[];
	path: string;
	/** The request's headers that the answer's `Vary` names, with their values. */
	varied: [string, string | null][];
};

/** What a cache answers with: a copy where the answer may be kept. */
export type Fetched = { answer: Response; copy: Copy | null; status: string };

type Next = (request: Request) => Promise<Fetched>;

const isError = ({ status }: Response) => status >= 500;

function tagsOf({ headers }: Response): string[] {
	const all = (headers.get("Cache-Tag") ?? "").split(",").map((tag) => tag.trim());
	// What is no printable ASCII, or longer than 1,024 characters, is dropped without a word.
	const valid = all.filter((tag) => /^[\x21-\x7e]{1,1024}$/.test(tag)).slice(0, 1000);
	return valid.map((tag) => tag.toLowerCase());
}

/** @param open gives the answer, as often as it is asked @returns the copy of it; null where it may not be kept */
export function copyOf(request: Request, open: () => Response, madeAt: number): Copy | null {
	const answer = open();
	const lifetime = lifetimeOf(answer);
	if (!lifetime) return null;
	const isPublic = /\b(?:public|must-revalidate|s-maxage)\b/.test(
		answer.headers.get("Cloudflare-CDN-Cache-Control") ?? answer.headers.get("Cache-Control") ?? "",
	);
	if (request.headers.has("Authorization") && !isPublic) return null;
	const vary = (answer.headers.get("Vary") ?? "").split(",").map((name) => name.trim());
	const varied = vary
		.filter(Boolean)
		.map((name): [string, string | null] => [name, request.headers.get(name)]);
	const { pathname: path } = new URL(request.url);
	return { ...lifetime, open, madeAt, tags: tagsOf(answer), path, varied };
}

/**
 * One cache: that of a data center near visitors, or the upper one behind all of those.
 * @param now milliseconds @param next asks the cache behind, or the Worker
 * @param later does what nobody waits for
 */
export function openTier(now: () => number, next: Next, later: (work: Promise<unknown>) => void) {
	const copies = new Map<string, Copy[]>();
	const refreshing = new Set<string>();

	const find = (key: string, { headers }: Request) =>
		copies
			.get(key)
			?.find(({ varied }) => varied.every(([name, value]) => headers.get(name) === value));

	function keep(key: string, copy: Copy) {
		const same = (other: Copy) => JSON.stringify(other.varied) === JSON.stringify(copy.varied);
		copies.set(key, [...(copies.get(key) ?? []).filter((other) => !same(other)), copy]);
	}

	async function refresh(key: string, request: Request): Promise<Fetched> {
		const fetched = await next(request);
		if (fetched.copy && !isError(fetched.answer)) keep(key, fetched.copy);
		else if (!isError(fetched.answer)) copies.delete(key);
		return fetched;
	}

	function refreshLater(key: string, request: Request) {
		if (refreshing.has(key)) return;
		refreshing.add(key);
		later(
			refresh(key, request)
				.catch(() => undefined)
				.finally(() => refreshing.delete(key)),
		);
	}

	return {
		async fetch(key: string, request: Request): Promise<Fetched> {
			const copy = find(key, request);
			if (!copy) return refresh(key, request);
			const age = now() - copy.madeAt;
			const kept = { answer: copy.open(), copy };
			if (age < copy.freshMs) return { ...kept, status: "HIT" };
			if (age < copy.freshMs + copy.staleMs) {
				refreshLater(key, request);
				return { ...kept, status: "UPDATING" };
			}
			const mayFail = age < copy.freshMs + copy.errorMs;
			const fresh = await refresh(key, request).catch((error: unknown) => {
				if (mayFail) return null;
				throw error;
			});
			const failed = fresh === null || isError(fresh.answer);
			if (failed && mayFail) return { ...kept, status: "STALE" };
			return fresh ?? { ...kept, status: "STALE" };
		},
		purge(matches: (copy: Copy) => boolean) {
			for (const [key, kept] of copies) {
				// All variants of an address share one purge.
				if (kept.some(matches)) copies.delete(key);
			}
		},
		size: () => copies.size,
	};
}
