import { type EdgeWorld, origin } from "./world.ts";

/** A browser at the shop of an edge world: it keeps its cookies. */
export function createEdgeVisitor({ ask }: Pick<EdgeWorld, "ask">, city = 0) {
	const jar = new Map<string, string>();
	const [high, low] = crypto.getRandomValues(new Uint16Array(2));
	const address = `2001:db8:${high?.toString(16)}:${low?.toString(16)}::1`;

	async function fetch(path: string, init: RequestInit = {}): Promise<Response> {
		const headers = new Headers(init.headers);
		headers.set("CF-Connecting-IP", address);
		if (init.method && init.method !== "GET" && init.method !== "HEAD") {
			headers.set("Origin", origin);
		}
		if (jar.size > 0) headers.set("Cookie", Array.from(jar, (pair) => pair.join("=")).join("; "));
		const response = await ask(new Request(`${origin}${path}`, { ...init, headers }), city);
		for (const line of response.headers.getSetCookie()) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (value === "" || /Max-Age=0\b|Expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
			else jar.set(name, value);
		}
		return response;
	}

	return {
		fetch,
		/** Signs in through Google, as the whole way of redirects. @returns where it ended */
		async signInWithGoogle(email: string): Promise<string> {
			const start = await fetch("/auth/google?from=%2Fdashbord");
			const page = new URL(start.headers.get("Location") ?? "");
			const fields = new URLSearchParams({
				...Object.fromEntries(page.searchParams),
				choice: "other",
				name: "Gil Google",
				verified: "on",
				email,
			});
			const chosen = await fetch(page.pathname, { method: "POST", body: fields });
			const back = new URL(chosen.headers.get("Location") ?? "");
			const response = await fetch(back.pathname + back.search);
			return response.headers.get("Location") ?? "";
		},
		/** Puts a cookie into the browser. */
		keep: (name: string, value: string) => jar.set(name, value),
		/** @returns a cookie's value; undefined when it is not there */
		cookie: (name: string) => jar.get(name),
	};
}
export type EdgeVisitor = ReturnType<typeof createEdgeVisitor>;
