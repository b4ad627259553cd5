import type { Page } from "playwright-core";
import { validPassword } from "./passwords.ts";

/** Logs in with `validPassword` on the login page, which must be open. Does not wait for the next page. */
export async function logIn(page: Page, email: string): Promise<void> {
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(validPassword);
	await page.getByRole("button", { name: "Login", exact: true }).click();
}
