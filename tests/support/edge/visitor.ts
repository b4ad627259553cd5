import { createCookieJar } from "../cookie-jar.ts";
import { type LocalEdge, origin } from "./local-edge.ts";

/** Creates a client with a cookie jar. Its requests go to the data center with this index. */
export function createEdgeVisitor(
	{ sendRequest }: Pick<LocalEdge, "sendRequest">,
	dataCenterIndex = 0,
) {
	const jar = createCookieJar();
	const [high, low] = crypto.getRandomValues(new Uint16Array(2));
	const address = `2001:db8:${high?.toString(16)}:${low?.toString(16)}::1`;

	async function fetch(path: string, init: RequestInit = {}): Promise<Response> {
		const headers = new Headers(init.headers);
		headers.set("CF-Connecting-IP", address);
		if (init.method && init.method !== "GET" && init.method !== "HEAD") {
			headers.set("Origin", origin);
		}
		const cookies = jar.getHeader();
		if (cookies) headers.set("Cookie", cookies);
		const response = await sendRequest(
			new Request(`${origin}${path}`, { ...init, headers }),
			dataCenterIndex,
		);
		jar.update(response);
		return response;
	}

	return {
		fetch,
		/**
		 * Signs in with Google and follows its redirects.
		 * @returns the path of the last redirect
		 */
		async signInWithGoogle(email: string): Promise<string> {
			const redirect = await fetch("/auth/google?from=%2Fdashbord");
			const accountChooser = new URL(redirect.headers.get("Location") ?? "");
			const fields = new URLSearchParams({
				...Object.fromEntries(accountChooser.searchParams),
				choice: "other",
				name: "Gil Google",
				verified: "on",
				email,
			});
			const consent = await fetch(accountChooser.pathname, { method: "POST", body: fields });
			const callback = new URL(consent.headers.get("Location") ?? "");
			const response = await fetch(callback.pathname + callback.search);
			return response.headers.get("Location") ?? "";
		},
		setCookie: jar.set,
	};
}
export type EdgeVisitor = ReturnType<typeof createEdgeVisitor>;
