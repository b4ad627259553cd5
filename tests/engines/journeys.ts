import { resolve } from "node:path";
import { vi } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { validPassword } from "../support/passwords.ts";
import { testCards } from "../support/pay-by-card.ts";
import { type Tab, waitOptions } from "./tab.ts";

export const waitForText = (tab: Tab, text: string) =>
	vi.waitFor(async () => {
		const visibleText = await tab.getText();
		if (!visibleText.includes(text))
			throw new Error(`"${text}" is missing from: ${visibleText.slice(0, 400)}`);
	}, waitOptions);

export const waitForPath = (tab: Tab, path: string | RegExp) =>
	vi.waitFor(async () => {
		const currentPath = await tab.getPath();
		const isMatch = typeof path === "string" ? currentPath === path : path.test(currentPath);
		if (!isMatch)
			throw new Error(`the page is ${currentPath}, not ${path}: ${await tab.getText()}`);
	}, waitOptions);

export const password = validPassword;

/** Signs up as a new customer. */
export async function signUp(tab: Tab, name: string): Promise<void> {
	await tab.goto("/signup");
	await tab.fill({ role: "textbox", name: "Name" }, name);
	await tab.fill({ role: "textbox", name: "Email" }, `${createId()}@example.com`);
	await tab.fill({ role: "textbox", name: "Password", exact: true }, password);
	await tab.click({ role: "button", name: "Sign up" });
	await waitForPath(tab, "/");
}

export async function logIn(tab: Tab, email: string): Promise<void> {
	await tab.goto("/login");
	await tab.fill({ role: "textbox", name: "Email" }, email);
	await tab.fill({ role: "textbox", name: "Password", exact: true }, password);
	await tab.click({ role: "button", name: "Login", exact: true });
	await waitForPath(tab, /^\/(?!login)/);
}

/**
 * Orders a product from its page, and waits for the payment page.
 * @param role - the role of "Purchase", which without JavaScript is a button that sends the quantity to the order form
 * @returns the order's id
 */
export async function placeOrder(
	tab: Tab,
	productId: string,
	role: "link" | "button" = "link",
): Promise<string> {
	await tab.goto(`/tools/${productId}`);
	await tab.click({ role, name: "Purchase" });
	await tab.fill({ role: "textbox", name: "Location" }, "1 Workshop Lane");
	await tab.fill({ role: "textbox", name: "Phone" }, "555 0100");
	await tab.click({ role: "button", name: "Confirm order" });
	await waitForPath(tab, /^\/dashbord\/payment\//);
	return (await tab.getPath()).split("/").at(-1) ?? "";
}

export async function payByCard(tab: Tab): Promise<void> {
	await tab.inFrame("Secure payment input frame", async () => {
		await tab.fill({ role: "textbox", name: "Card number" }, testCards.valid);
		await tab.fill({ role: "textbox", name: "Expiration date" }, "12 / 34");
		await tab.fill({ role: "textbox", name: "CVC" }, "123");
		await tab.fill({ role: "textbox", name: "ZIP" }, "94107");
	});
	await tab.click({ role: "button", name: "Pay", exact: true });
	await waitForText(tab, "Thank you for your order");
}

/** Writes a review with a picture, and waits until the home page shows it. */
export async function writeReview(tab: Tab, text: string): Promise<void> {
	await tab.goto("/dashbord/addreview");
	await tab.upload({ role: "textbox", name: "Image" }, resolve("public/icons/icon-192.png"));
	await tab.fill({ role: "textbox", name: "Review" }, text);
	await tab.fill({ role: "textbox", name: "Ratings" }, "5");
	await tab.click({ role: "button", name: "Add Review" });
	await waitForPath(tab, "/");
	await waitForText(tab, text);
}

/** Clicks a button that asks for confirmation, and confirms. */
export async function clickAndConfirm(
	tab: Tab,
	label: string,
	confirmLabel = label,
): Promise<void> {
	await tab.click({ role: "button", name: label });
	await vi.waitFor(async () => {
		if (!(await tab.has({ role: "button", name: "Go back" }))) throw new Error("no dialog is open");
	}, waitOptions);
	await tab.click({ role: "button", name: confirmLabel });
}
