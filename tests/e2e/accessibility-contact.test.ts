import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { errors } from "#contract/errors.ts";
import { requiredMessages } from "#contract/messages.ts";
import { createId, hashToken } from "#worker/auth/tokens.ts";
import { messages, subscribers } from "#worker/db/schema.ts";
import { createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { testAccessibility } from "../support/page-states.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

async function createSubscriber(confirmedAt: Date | null) {
	const id = createId();
	const tokenExpiresAt = new Date(Date.now() + 60 * 60 * 1000);
	const link = { tokenHash: await hashToken(id), tokenExpiresAt, unsubscribeToken: id };
	await shop.db
		.insert(subscribers)
		.values({ id, email: `${id}@example.com`, ...link, confirmedAt });
	return id;
}

async function createMessage(answeredAt: Date | null) {
	const id = createId();
	const sender = { name: "Vera Holm", email: "vera@example.com", subject: "delivery" as const };
	const text = "One carton arrived open.\n\nIs it complete?";
	await shop.db.insert(messages).values({ id, ...sender, orderNumber: "A1B2", text, answeredAt });
	return id;
}

async function createFixture() {
	return {
		admin: await createAdmin(shop),
		pending: await createSubscriber(null),
		confirmed: await createSubscriber(new Date()),
		newMessage: await createMessage(null),
		answeredMessage: await createMessage(new Date()),
	};
}

let fixture: Awaited<ReturnType<typeof createFixture>> | undefined;
beforeAll(async () => {
	fixture = await createFixture();
});
function getFixture() {
	if (!fixture) throw new Error("The fixture is not created yet");
	return fixture;
}

/** Submits a form without the browser's check of required fields. */
async function sendUnchecked(page: Page, button: string) {
	await page.locator("main form").evaluate((form) => form.setAttribute("novalidate", ""));
	await page.getByRole("button", { name: button }).click();
}

describe("for a visitor", () => {
	testAccessibility(browser, getFixture, () => undefined, [
		{
			name: "the contact form with errors",
			path: "/contact",
			action: async (page) => {
				await sendUnchecked(page, "Send message");
				await page.getByText(requiredMessages.message).waitFor();
			},
		},
		{
			name: "the newsletter with an empty address",
			path: "/newsletter",
			action: async (page) => {
				await sendUnchecked(page, "Subcribe");
				await page.getByText(requiredMessages.email).waitFor();
			},
		},
		{
			name: "a newsletter link",
			path: ({ pending }) => `/newsletter/confirm?token=${pending}`,
			next: [
				{
					name: "a confirmed newsletter",
					action: async (page) => {
						await page.getByRole("button", { name: "Confirm" }).click();
						await page.getByRole("heading", { name: "You are subscribed" }).waitFor();
					},
				},
			],
		},
		{
			name: "an address that was unsubscribed",
			path: "/newsletter/unsubscribe?token=unknown",
			action: async (page) => {
				await page.getByRole("button", { name: "Unsubscribe" }).click();
				await page.getByRole("heading", { name: "You are unsubscribed" }).waitFor();
			},
		},
		{ name: "an incomplete link to unsubscribe", path: "/newsletter/unsubscribe" },
	]);
});

describe("for an admin", () => {
	testAccessibility(browser, getFixture, ({ admin }) => admin, [
		{ name: "the messages, new and answered", path: "/dashbord/messages" },
		{
			name: "a new message",
			path: ({ newMessage }) => `/dashbord/messages/${newMessage}`,
			next: [
				{
					name: "the dialog before a message is deleted",
					action: async (page) => {
						await page.getByRole("button", { name: "Delete" }).click();
						await page.getByRole("dialog").waitFor();
					},
				},
			],
		},
		{
			name: "an answered message",
			path: ({ answeredMessage }) => `/dashbord/messages/${answeredMessage}`,
		},
		{
			name: "a message that does not exist",
			path: "/dashbord/messages/none",
			action: (page) => page.getByText(errors.message_not_found.message).waitFor(),
		},
		{
			name: "the newsletter's subscribers",
			path: "/dashbord/subscribers",
			next: [
				{
					name: "the dialog before a subscriber is removed",
					action: async (page) => {
						await page.getByRole("button", { name: "Remove" }).first().click();
						await page.getByRole("dialog").waitFor();
					},
				},
			],
		},
	]);
});
