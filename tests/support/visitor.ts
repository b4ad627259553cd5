import { createVisitorFetch, randomIpAddress, type TestShop } from "./shop.ts";

/** A visitor with a cookie jar. */
export type Visitor = {
	fetch(path: string, init?: RequestInit): Promise<Response>;
	/** Returns a cookie's decoded value, or undefined. */
	cookie(name: string): string | undefined;
};

/** Creates a visitor with these cookies. Every request has the shop's own Origin. */
export function createVisitor(shop: TestShop, cookies: Record<string, string> = {}): Visitor {
	const jar = new Map(Object.entries(cookies));
	const send = createVisitorFetch(shop.url, {
		Origin: shop.url,
		"CF-Connecting-IP": randomIpAddress(),
	});
	return {
		async fetch(path, init = {}) {
			const headers = new Headers(init.headers);
			headers.set("Cookie", Array.from(jar, ([name, value]) => `${name}=${value}`).join("; "));
			const response = await send(path, { ...init, headers });
			for (const line of response.headers.getSetCookie()) {
				const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
				if (value === "" || /Max-Age=0\b|Expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
				else jar.set(name, value);
			}
			return response;
		},
		cookie: (name) => {
			const value = jar.get(name);
			return value === undefined ? undefined : decodeURIComponent(value);
		},
	};
}
