import { parse, serialize } from "hono/utils/cookie";
import * as v from "valibot";
import type { Cookies } from "#app/lib/context.ts";
import { landingPath } from "#contract/permissions.ts";
import { safeReturnPath, secondStepPath, twoFactorPath } from "#contract/return-path.ts";

const messageSchema = v.object({
	kind: v.picklist(["success", "error"]),
	text: v.pipe(v.string(), v.maxLength(500)),
});
const flashSchema = v.fallback(v.nullable(v.pipe(v.string(), v.parseJson(), messageSchema)), null);

/** React Router sends a redirect to its own script with status 202. */
const isRedirect = (status: number) => status === 202 || (status >= 300 && status < 400);

/**
 * The cookies: `session` (the session token), `bookmark` (of D1), `flash` (a message for the next page), `theme`, `challenge` (a sign-in whose code is missing), `google` and `link`
 * (a sign-in with Google), `viewed` (worker/services/viewed.ts). `send` adds the `Set-Cookie` headers to a response.
 */
export function createCookies(request: Request): Cookies & { send(response: Response): void } {
	const header = request.headers.get("Cookie") ?? "";
	const secure = new URL(request.url).protocol === "https:";
	/** `__Host-` (RFC 6265bis) needs https; the local shop is plain http. */
	const fullName = (name: string) => (secure ? `__Host-${name}` : name);
	const setCookies = new Map<string, string>();
	let isFlashRead = false;
	let isSessionEnded = false;

	const cookies: Cookies = {
		header,
		get: (name) => parse(header, fullName(name))[fullName(name)],
		set(name, value, lifetime = {}) {
			const options = { path: "/", httpOnly: true, secure, sameSite: "Lax", ...lifetime } as const;
			cookies.append(serialize(fullName(name), value, options));
		},
		delete: (name) => cookies.set(name, "", { expires: new Date(0) }),
		append: (setCookie) => void setCookies.set(setCookie.split("=")[0] ?? "", setCookie),
		setSession: ({ token, expiresAt }) => cookies.set("session", token, { expires: expiresAt }),
		startSession(result, from) {
			if ("challenge" in result) {
				const { token, expiresAt } = result.challenge;
				cookies.set("challenge", token, { expires: expiresAt });
				return secondStepPath(safeReturnPath(from));
			}
			cookies.setSession(result);
			if (cookies.get("challenge") !== undefined) cookies.delete("challenge");
			const { role, mustAddSecondFactor } = result.account;
			return mustAddSecondFactor ? twoFactorPath : landingPath(role, from);
		},
		clearSession() {
			isSessionEnded = true;
			cookies.delete("session");
			if (cookies.get("viewed") !== undefined) cookies.delete("viewed");
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
		send({ status, headers }) {
			const isShown = isFlashRead && !setCookies.has(fullName("flash")) && !isRedirect(status);
			if (isShown) {
				cookies.delete("flash");
				// The browser must not show the message again after going back.
				headers.set("Cache-Control", "private, no-store");
			}
			if (isSessionEnded) headers.set("Clear-Site-Data", '"cache"');
			for (const setCookie of setCookies.values()) headers.append("Set-Cookie", setCookie);
		},
	};
}
