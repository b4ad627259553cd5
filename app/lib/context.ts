import { createContext } from "react-router";
import type { ShopError } from "#contract/errors.ts";
import type { SignInResult } from "#worker/shop/accounts/sign-in.ts";
import type { ShopContext } from "#worker/shop/context.ts";

export const shopContext = createContext<ShopContext>();

/** Why the page cannot be shown (its form is malformed, or the database is unreachable); null if it can. */
export const requestErrorContext = createContext<ShopError | null>(null);

export type Flash = {
	kind: "success" | "error";
	text: string;
	/** A page of the shop. */
	link?: { href: string; label: string } | undefined;
};

/** `maxAge` is in seconds. With `isReadable`, the cookie is not `HttpOnly`. Without a lifetime, it is a session cookie. */
type Lifetime = { expires?: Date } | { maxAge: number; isReadable?: true };

/** The cookies of a request, and those to set with its response. Over HTTPS, their names are prefixed with `__Host-`. */
export type Cookies = {
	/** The `Cookie` header. */
	header: string;
	get(name: string): string | undefined;
	set(name: string, value: string, lifetime?: Lifetime): void;
	delete(name: string): void;
	append(setCookie: string): void;
	setSession(session: { token: string; expiresAt: Date }): void;
	/**
	 * Sets the session cookie, or the cookie for the second login step.
	 * @param from - the page that the visitor wanted to open
	 * @returns the path to redirect to
	 */
	startSession(result: SignInResult, from?: string | null): string;
	/** Deletes the list of viewed products and the basket count too, because someone else may use this browser next. */
	clearSession(): void;
	/** Stores a message for the next page that the visitor sees. */
	flash(message: Flash): void;
	takeFlash(): Flash | null;
};

export const cookiesContext = createContext<Cookies>();

export const isPrefetch = ({ headers }: Request): boolean =>
	headers.get("Sec-Purpose")?.includes("prefetch") ?? false;
