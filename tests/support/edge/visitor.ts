import { createCookieJar } from "../cookie-jar.ts";
import { type LocalEdge, origin } from "./local-edge.ts";

/** Creates a client with a cookie jar. Its requests go to the data center at `dataCenterIndex`. */
export function createEdgeVisitor(
	{ sendRequest }: Pick<LocalEdge, "sendRequest">,
	dataCenterIndex = 0,
) {
	const jar = createCookieJar();
	const [high, low] = crypto.getRandomValues(new Uint16Array(2));
	const address = `2001:db8:${high?.toString(16)}:${low?.toString(16)}::1`;

	async function send(path: string, init: RequestInit = {}): Promise<Response> {
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
		fetch: send,
		/** Signs in with Google. @returns the `Location` that the shop's callback redirects to */
		async signInWithGoogle(email: string): Promise<string> {
			const redirect = await send("/auth/google?from=%2Fdashbord");
			const accountChooser = new URL(redirect.headers.get("Location") ?? "");
			const fields = new URLSearchParams({
				...Object.fromEntries(accountChooser.searchParams),
				choice: "other",
				name: "Gil Google",
				verified: "on",
				email,
			});
			const consent = await send(accountChooser.pathname, { method: "POST", body: fields });
			const callback = new URL(consent.headers.get("Location") ?? "");
			const response = await send(callback.pathname + callback.search);
			return response.headers.get("Location") ?? "";
		},
		setCookie: jar.set,
	};
}
export type EdgeVisitor = ReturnType<typeof createEdgeVisitor>;
