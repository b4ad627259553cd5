/** Stores a visitor's cookies. */
export function createCookieJar(cookies: Record<string, string> = {}) {
	const values = new Map(Object.entries(cookies));
	return {
		get: (name: string) => values.get(name),
		set: (name: string, value: string) => values.set(name, value),
		/** Returns the value of the `Cookie` header. */
		getHeader: () => Array.from(values, ([name, value]) => `${name}=${value}`).join("; "),
		/** Applies the `Set-Cookie` headers of a response. */
		update({ headers }: Response): void {
			for (const line of headers.getSetCookie()) {
				const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
				const isExpired = /Max-Age=0\b|Expires=Thu, 01 Jan 1970/i.test(line);
				if (value === "" || isExpired) values.delete(name);
				else values.set(name, value);
			}
		},
	};
}
