import type { Page } from "playwright-core";
import { afterAll, describe } from "vitest";
import { errors } from "#contract/errors.ts";
import { requiredMessages } from "#contract/messages.ts";
import { createId, hashToken } from "#worker/auth/tokens.ts";
import { messages, subscribers } from "#worker/db/schema.ts";
import { createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { followLink, testAccessibility } from "../support/page-states.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

async function createSubscriber({ confirmedAt }: { confirmedAt: Date | null }) {
	const id = createId();
	const tokenExpiresAt = new Date(Date.now() + 60 * 60 * 1000);
	const link = { tokenHash: await hashToken(id), tokenExpiresAt, unsubscribeToken: id };
	await shop.db
		.insert(subscribers)
		.values({ id, email: `${id}@example.com`, ...link, confirmedAt });
	return id;
}

async function createMessage({ answeredAt }: { answeredAt: Date | null }) {
	const id = createId();
	const sender = { name: "Vera Holm", email: "vera@example.com", subject: "delivery" as const };
	const text = "One carton arrived open.\n\nIs it complete?";
	await shop.db.insert(messages).values({ id, ...sender, orderNumber: "A1B2", text, answeredAt });
	return id;
}

const admin = await createAdmin(shop);
const pendingToken = await createSubscriber({ confirmedAt: null });
await createSubscriber({ confirmedAt: new Date() });
const newMessageId = await createMessage({ answeredAt: null });
const answeredMessageId = await createMessage({ answeredAt: new Date() });

/** Submits a form without the browser's validation. */
async function submitWithoutValidation(page: Page, button: string) {
	await page.locator("main form").evaluate((form) => form.setAttribute("novalidate", ""));
	await page.getByRole("button", { name: button }).click();
}

describe("for a visitor", () => {
	testAccessibility({ browser }, [
		{
			name: "the contact form with errors",
			path: "/contact",
			action: async (page) => {
				await submitWithoutValidation(page, "Send message");
				await page.getByText(requiredMessages.message).waitFor();
			},
		},
		{
			name: "the newsletter form with an empty email",
			path: "/newsletter",
			action: async (page) => {
				await submitWithoutValidation(page, "Subcribe");
				await page.getByText(requiredMessages.email).waitFor();
			},
		},
		{
			name: "the newsletter confirmation page",
			path: `/newsletter/confirm?token=${pendingToken}`,
			next: [
				{
					name: "a confirmed newsletter subscription",
					action: async (page) => {
						await page.getByRole("button", { name: "Confirm" }).click();
						await page.getByRole("heading", { name: "You are subscribed" }).waitFor();
					},
				},
			],
		},
		{
			name: "the unsubscribe page",
			path: "/newsletter/unsubscribe?token=unknown",
			next: [
				{
					name: "a canceled newsletter subscription",
					action: async (page) => {
						await page.getByRole("button", { name: "Unsubscribe" }).click();
						await page.getByRole("heading", { name: "You are unsubscribed" }).waitFor();
					},
				},
			],
		},
		{ name: "the unsubscribe page without a token", path: "/newsletter/unsubscribe" },
	]);
});

describe("for an admin", () => {
	testAccessibility({ browser, account: admin }, [
		{
			name: "the list of new and answered messages",
			path: "/dashbord/messages",
			next: [
				{
					name: "an answered message",
					action: (page) => followLink(page, `/dashbord/messages/${answeredMessageId}`),
				},
				{
					name: "a new message",
					action: async (page) => {
						await followLink(page, "/dashbord/messages");
						await followLink(page, `/dashbord/messages/${newMessageId}`);
					},
				},
				{
					name: "the dialog that confirms deleting a message",
					action: async (page) => {
						await page.getByRole("button", { name: "Delete" }).click();
						await page.getByRole("dialog").waitFor();
					},
				},
				{
					name: "the newsletter's subscribers",
					action: async (page) => {
						await page.getByRole("dialog").getByRole("button", { name: "Go back" }).click();
						await followLink(page, "/dashbord/subscribers");
					},
				},
				{
					name: "the dialog that confirms removing a subscriber",
					action: async (page) => {
						await page.getByRole("button", { name: "Remove" }).first().click();
						await page.getByRole("dialog").waitFor();
					},
				},
			],
		},
		{
			name: "a message that does not exist",
			path: "/dashbord/messages/none",
			action: (page) => page.getByText(errors.message_not_found.message).waitFor(),
		},
	]);
});
