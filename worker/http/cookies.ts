import { parse, serialize } from "hono/utils/cookie";
import * as v from "valibot";
import type { Cookies } from "#app/lib/context.ts";
import { getLandingPath } from "#contract/permissions.ts";
import type { Account } from "#contract/roles.ts";
import { getSafeReturnPath, loginCodePath, twoFactorPath } from "#contract/sign-in-paths.ts";

const messageSchema = v.object({
	kind: v.picklist(["success", "error"]),
	text: v.pipe(v.string(), v.maxLength(500)),
	link: v.optional(v.object({ href: v.pipe(v.string(), v.regex(/^\/\w/)), label: v.string() })),
});
const flashSchema = v.fallback(v.nullable(v.pipe(v.string(), v.parseJson(), messageSchema)), null);

/** React Router sends a redirect to its own script with status 202. */
const isRedirect = (status: number) => status === 202 || (status >= 300 && status < 400);

type ResponseCookies = Cookies & {
	send(response: Response): void;
	/** Returns the account that this response signs in. */
	getSignedInAccount(): Account | null;
};

/**
 * Reads the request's cookies, and collects new ones until `send` adds them to the response:
 * - `session` (the session token), `challenge` (a sign-in that needs a code), `google` and `link` (a sign-in with Google)
 * - `bookmark` (of D1), `flash` (a message for the next page), `theme`
 * - `viewed` (worker/services/viewed.ts), `basket` and `basketcount` (worker/shop/basket/visitor.ts)
 */
export function createCookies(request: Request): ResponseCookies {
	const header = request.headers.get("Cookie") ?? "";
	const secure = new URL(request.url).protocol === "https:";
	/** `__Host-` (RFC 6265bis) needs https; the local shop is plain http. */
	const toFullName = (name: string) => (secure ? `__Host-${name}` : name);
	const setCookies = new Map<string, string>();
	let isFlashRead = false;
	let isSessionEnded = false;
	let signedInAccount: Account | null = null;

	const cookies: Cookies = {
		header,
		get: (name) => parse(header, toFullName(name))[toFullName(name)],
		set(name, value, lifetime = {}) {
			const httpOnly = !("isReadable" in lifetime);
			const options = { path: "/", httpOnly, secure, sameSite: "Lax", ...lifetime } as const;
			cookies.append(serialize(toFullName(name), value, options));
		},
		delete: (name) => cookies.set(name, "", { expires: new Date(0) }),
		append: (setCookie) => void setCookies.set(setCookie.split("=")[0] ?? "", setCookie),
		setSession: ({ token, expiresAt }) => cookies.set("session", token, { expires: expiresAt }),
		startSession(result, from = null) {
			if ("challenge" in result) {
				const { token, expiresAt } = result.challenge;
				cookies.set("challenge", token, { expires: expiresAt });
				return loginCodePath(getSafeReturnPath(from));
			}
			cookies.setSession(result);
			signedInAccount = result.account;
			for (const name of ["challenge", "link"]) {
				if (cookies.get(name) !== undefined) cookies.delete(name);
			}
			const { role, mustAddSecondFactor } = result.account;
			return mustAddSecondFactor ? twoFactorPath : getLandingPath(role, from);
		},
		clearSession() {
			isSessionEnded = true;
			cookies.delete("session");
			for (const name of ["viewed", "basketcount", "link"]) {
				if (cookies.get(name) !== undefined) cookies.delete(name);
			}
		},
		flash: (message) => cookies.set("flash", JSON.stringify(message)),
		takeFlash() {
			const text = cookies.get("flash");
			if (text !== undefined) isFlashRead = true;
			return v.parse(flashSchema, text);
		},
	};

	return {
		...cookies,
		getSignedInAccount: () => signedInAccount,
		send({ status, headers }) {
			const isFlashShown =
				isFlashRead && !setCookies.has(toFullName("flash")) && !isRedirect(status);
			if (isFlashShown) {
				cookies.delete("flash");
				// The browser must not show the message again after going back.
				headers.set("Cache-Control", "private, no-store");
			}
			if (isSessionEnded) headers.set("Clear-Site-Data", '"cache"');
			for (const setCookie of setCookies.values()) headers.append("Set-Cookie", setCookie);
		},
	};
}
