import { createVisitorFetch, randomIpAddress, type TestShop } from "./shop.ts";

/** A visitor whose cookies are kept, as a browser keeps them. */
export type Visitor = {
	fetch(path: string, init?: RequestInit): Promise<Response>;
	/** @returns a cookie's value, decoded; undefined when it is not there */
	cookie(name: string): string | undefined;
};

/** A new visitor without any cookie, with the shop's own Origin on every request. */
export function createVisitor(shop: TestShop): Visitor {
	const jar = new Map<string, string>();
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
