import { createCookieJar } from "./cookie-jar.ts";
import { createVisitorFetch, randomIpAddress, type TestShop } from "./shop.ts";

/** A visitor with a cookie jar. */
export type Visitor = {
	fetch(path: string, init?: RequestInit): Promise<Response>;
	/** Returns a cookie's decoded value, or undefined. */
	cookie(name: string): string | undefined;
};

/** Creates a visitor with these cookies. Every request has the shop's own Origin. */
export function createVisitor(shop: TestShop, cookies: Record<string, string> = {}): Visitor {
	const jar = createCookieJar(cookies);
	const send = createVisitorFetch(shop.url, {
		Origin: shop.url,
		"CF-Connecting-IP": randomIpAddress(),
	});
	return {
		async fetch(path, init = {}) {
			const headers = new Headers(init.headers);
			headers.set("Cookie", jar.getHeader());
			const response = await send(path, { ...init, headers });
			jar.update(response);
			return response;
		},
		cookie: (name) => {
			const value = jar.get(name);
			return value === undefined ? undefined : decodeURIComponent(value);
		},
	};
}
