import { expect } from "vitest";
import type { TestShop } from "./shop.ts";
import type { Visitor } from "./visitor.ts";

/** What somebody does on the sandbox's page of Google. */
export type GoogleChoice = {
	choice?: string;
	email?: string;
	name?: string;
	verified?: string;
	hd?: string;
};

export const newEmail = () => `g${crypto.randomUUID()}@example.com`;

/** Another account, of a Workspace whose domain it is: there Google is authoritative. */
export const workspaceAccount = (email: string, verified = true): GoogleChoice => ({
	choice: "other",
	email,
	name: "Gil Google",
	hd: "example.com",
	...(verified ? { verified: "on" } : {}),
});

/** Of an address that Google has verified once, and does not host. */
export const externalAccount = (email: string): GoogleChoice => ({
	...workspaceAccount(email),
	hd: "",
});

/** Clicks the button. @returns where Google's page is */
export async function startGoogleSignIn(visitor: Visitor, from = "/"): Promise<URL> {
	const response = await visitor.fetch(`/auth/google?${new URLSearchParams({ from })}`);
	expect(response.status).toBe(303);
	return new URL(response.headers.get("Location") ?? "");
}

/** Chooses an account at Google. @returns the path that Google sends the browser back to */
export async function chooseGoogleAccount(
	shop: TestShop,
	googlePage: URL,
	choice: GoogleChoice,
): Promise<string> {
	const fields = new URLSearchParams({ ...Object.fromEntries(googlePage.searchParams), ...choice });
	const response = await shop.sandbox(googlePage.pathname, { method: "POST", body: fields });
	const callbackUrl = new URL(response.headers.get("Location") ?? "");
	expect(callbackUrl.origin).toBe(shop.url);
	return callbackUrl.pathname + callbackUrl.search;
}

/** @returns where it ends, and with which message */
export async function finishGoogleSignIn(visitor: Visitor, path: string) {
	const response = await visitor.fetch(path);
	const flash: { text?: string } = JSON.parse(visitor.cookie("flash") ?? "{}");
	return { status: response.status, to: response.headers.get("Location"), message: flash.text };
}

/** From the button to the shop, by way of Google. */
export async function signInWithGoogle(
	shop: TestShop,
	visitor: Visitor,
	choice: GoogleChoice,
	from?: string,
) {
	return finishGoogleSignIn(
		visitor,
		await chooseGoogleAccount(shop, await startGoogleSignIn(visitor, from), choice),
	);
}
