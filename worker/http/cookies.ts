import type { Context } from "hono";
import { generateCookie, getCookie } from "hono/cookie";
import * as v from "valibot";
import type { Flash } from "#worker/shop/context.ts";

export const isSecure = (context: Context) => new URL(context.req.url).protocol === "https:";

/** `__Host-` (RFC 6265bis) needs https; the local shop is plain http. */
export const cookieName = (context: Context, name: string) =>
	isSecure(context) ? `__Host-${name}` : name;

const flashSchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ kind: v.picklist(["success", "error"]), text: v.pipe(v.string(), v.maxLength(500)) }),
);

/** D1 refuses anything that is not one of its bookmarks; a foreign cookie must not cost the visitor the page. */
const bookmarkPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{8,32}){3}$/;

function readBookmark(text: string | undefined): string | null {
	return text && bookmarkPattern.test(text) ? text : null;
}

function readFlash(text: string | undefined): Flash | null {
	const parsed = v.safeParse(flashSchema, text);
	return parsed.success ? parsed.output : null;
}

/** React Router answers a redirect with 202 where its own script sent the request. */
const isRedirect = (status: number) => status === 202 || (status >= 300 && status < 400);

/**
 * The cookies of the shop: `session` (a secret), `bookmark` (of D1), `flash` (a message for the next page), `viewed`
 * (worker/services/viewed.ts).
 * `send` writes the changed ones to the finished response.
 */
export function openCookieJar(context: Context) {
	const outgoing = new Map<string, string>();
	let flashWasRead = false;
	const read = (name: string) => getCookie(context, cookieName(context, name));
	const write = (name: string, value: string, expires?: Date) =>
		outgoing.set(
			name,
			generateCookie(cookieName(context, name), value, {
				path: "/",
				httpOnly: true,
				secure: isSecure(context),
				sameSite: "Lax",
				...(expires ? { expires } : {}),
			}),
		);
	const clear = (name: string) => write(name, "", new Date(0));
	return {
		session: read("session") ?? null,
		bookmark: readBookmark(read("bookmark")),
		keepSession: (token: string, expiresAt: Date) => write("session", token, expiresAt),
		/** With the session goes the list of viewed tools: the next person at this browser may be someone else. */
		clearSession() {
			clear("session");
			if (read("viewed") !== undefined) clear("viewed");
		},
		keepBookmark: (bookmark: string) => write("bookmark", bookmark),
		keepFlash: (flash: Flash) => write("flash", JSON.stringify(flash)),
		/** @param line of a `Set-Cookie` header */
		appendSetCookie: (line: string) => outgoing.set(line.split("=")[0] ?? "", line),
		/** @returns the message; it is cleared once a page was sent with it */
		takeFlash(): Flash | null {
			const text = read("flash");
			if (text !== undefined) flashWasRead = true;
			return readFlash(text);
		},
		send() {
			if (flashWasRead && !outgoing.has("flash") && !isRedirect(context.res.status)) {
				clear("flash");
			}
			for (const cookie of outgoing.values()) {
				context.header("Set-Cookie", cookie, { append: true });
			}
		},
	};
}
