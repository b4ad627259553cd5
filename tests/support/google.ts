import { expect } from "vitest";
import type { TestShop } from "./shop.ts";
import type { Visitor } from "./visitor.ts";

/** The form of the sandbox's Google page. */
export type GoogleChoice = {
	/** `other` signs in with the account in the other fields. */
	choice?: "other" | "cancel";
	email?: string;
	name?: string;
	verified?: string;
	/** Google's "hosted domain": the domain of the account's Google Workspace. */
	hd?: string;
};

export const createEmailAddress = () => `g${crypto.randomUUID()}@example.com`;

/** An account of a Google Workspace that owns the email's domain. Google is authoritative for its email. */
export const workspaceAccount = (email: string, { isVerified = true } = {}): GoogleChoice => ({
	choice: "other",
	email,
	name: "Gil Google",
	hd: "example.com",
	...(isVerified ? { verified: "on" } : {}),
});

/** A Google account whose email is hosted by another provider. Google verified the email once, but is not authoritative for it. */
export const accountWithNonGoogleEmail = (email: string): GoogleChoice => ({
	...workspaceAccount(email),
	hd: "",
});

/** Starts a sign-in, and returns the URL of Google's page. */
export async function startGoogleSignIn(visitor: Visitor, from = "/"): Promise<URL> {
	const response = await visitor.fetch(`/auth/google?${new URLSearchParams({ from })}`);
	expect(response.status).toBe(303);
	return new URL(response.headers.get("Location") ?? "");
}

/** Chooses an account on Google's page, and returns the path of the shop's callback. */
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

/** Requests the callback, and returns its status, redirect and flash message. */
export async function finishGoogleSignIn(visitor: Visitor, path: string) {
	const response = await visitor.fetch(path);
	const flash: { text?: string } = JSON.parse(visitor.cookie("flash") ?? "{}");
	return {
		status: response.status,
		location: response.headers.get("Location"),
		message: flash.text,
	};
}

/** Signs in with Google, from the button to the callback. */
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
