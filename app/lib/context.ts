import { createContext } from "react-router";
import type { ShopError } from "#contract/errors.ts";
import type { Shop } from "#worker/shop/context.ts";

export const shopContext = createContext<Shop>();

/** Why the request cannot be met: the form cannot be read, or the database is away; null when it can. */
export const requestErrorContext = createContext<ShopError | null>(null);

/** Whether the page is made once for everyone and may be cached. */
export const isSharedContext = createContext(false);

export type Flash = { kind: "success" | "error"; text: string };

type Life = { expires?: Date } | { maxAge: number };

/** The cookies of the browser that asks. What is set goes out with the response; over https names have the prefix `__Host-`. */
export type Cookies = {
	/** The `Cookie` header. */
	header: string;
	get(name: string): string | undefined;
	/** @param life in seconds where it is `maxAge`; until the browser closes where there is none */
	set(name: string, value: string, life?: Life): void;
	delete(name: string): void;
	/** @param line of a `Set-Cookie` header */
	append(line: string): void;
	setSession(session: { token: string; expiresAt: Date }): void;
	/** With the session goes the list of viewed tools: the next person at this browser may be someone else. */
	clearSession(): void;
	/** Keeps a message for the next page that the visitor sees. */
	flash(message: Flash): void;
	/** @returns that message; its cookie is deleted with the page that shows it */
	takeFlash(): Flash | null;
};

export const cookiesContext = createContext<Cookies>();

/** @returns whether a page is only fetched ahead of a click (W3C Fetch Metadata, `Sec-Purpose`) */
export const isPrefetch = ({ headers }: Request): boolean =>
	headers.get("Sec-Purpose")?.includes("prefetch") ?? false;
