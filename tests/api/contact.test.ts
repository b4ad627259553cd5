import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { errors } from "#contract/errors.ts";
import { requiredMessages } from "#contract/messages.ts";
import { orderNumber, orderPath } from "#contract/shop.ts";
import { createId } from "#worker/auth/tokens.ts";
import { messages, subscribers } from "#worker/db/schema.ts";
import { getContactAddress } from "#worker/services/email.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { readEmails } from "../support/emails.ts";
import { openHtml } from "../support/html-page.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const headers = { Origin: shop.url };

function post(path: string, fields: Record<string, string>) {
	return shop.fetch(path, { method: "POST", body: new URLSearchParams(fields), headers });
}

const createFields = (email = `${createId()}@example.com`) => ({
	name: "Vera",
	email,
	subject: "delivery",
	orderNumber: "",
	message: "When?",
	website: "",
	formKey: createId(),
});

const countMessages = (email: string) => shop.db.$count(messages, eq(messages.email, email));

test("without JavaScript, a message is stored and emailed to the shop once, with the sender as Reply-To", async () => {
	const fields = createFields();
	for (let pressCount = 0; pressCount < 2; pressCount += 1) {
		const response = await post("/contact", fields);
		expect([response.status, response.headers.get("Location")]).toEqual([303, "/contact?sent"]);
	}
	expect(await (await shop.fetch("/contact?sent")).text()).toContain("We received your message");
	expect(await countMessages(fields.email)).toBe(1);
	const [email, ...otherEmails] = await vi.waitFor(async () => {
		const shopEmails = await readEmails(shop, getContactAddress(shop.env));
		const matches = shopEmails.filter(({ replyTo }) => replyTo === fields.email);
		if (matches.length === 0) throw new Error("no email yet");
		return matches;
	});
	expect(otherEmails).toEqual([]);
	expect(email).toMatchObject({ subject: "Delivery: message from Vera" });
	expect(await readEmails(shop, fields.email)).toEqual([]);
});

test("the contact form shows the account's details, or the visitor's input after an error", async () => {
	const account = await createAccount(shop);
	const html = await (await account.fetch("/contact?order=A1B2")).text();
	for (const value of [account.name, account.email, "A1B2"])
		expect(html).toContain(`value="${value}"`);
	const fields = { ...createFields(), message: " ", orderNumber: "KEPT" };
	const response = await post("/contact", fields);
	const page = await response.text();
	expect(response.status).toBe(400);
	expect(page).toContain(requiredMessages.message);
	expect(page).toContain('value="KEPT"');
	expect(page).toMatch(/value="delivery"[^>]* selected|selected[^>]* value="delivery"/);
});

test("a message about an order leads to the order", async () => {
	const { id: productId } = await createProduct(shop);
	const { id } = await addOrder(shop, { productId });
	const number = `#${orderNumber(id)}`;
	const fields = { ...createFields(), orderNumber: number };
	await post("/contact", fields);
	const [message] = await shop.db.select().from(messages).where(eq(messages.email, fields.email));
	const page = await openHtml(shop, `/dashbord/messages/${message?.id}`, await createAdmin(shop));
	expect(page.html).toContain(
		`<h1 class="outline-none text-3xl" tabindex="-1">Message from ${fields.name}</h1>`,
	);
	expect(page.html).toContain("?subject=Re%3A%20Your%20message%20to%20Torque%20Tool%20Depot");
	expect((await page.follow(number)).html).toContain(`href="${orderPath(id)}"`);
});

test("a bot that fills in the hidden field gets the usual response, but nothing is stored", async () => {
	const fields = { ...createFields(), website: "https://spam.example" };
	const response = await post("/contact", fields);
	expect(response.headers.get("Location")).toBe("/contact?sent");
	expect(await countMessages(fields.email)).toBe(0);
});

test("a newsletter subscription needs confirmation by email and ends with one click", async () => {
	const email = `${createId()}@example.com`;
	const readRow = () =>
		shop.db.select().from(subscribers).where(eq(subscribers.email, email)).get();
	const responses = [await post("/newsletter", { email }), await post("/newsletter", { email })];
	for (const response of responses)
		expect([response.status, response.headers.get("Location")]).toEqual([303, "/newsletter?sent"]);
	const token = await vi.waitFor(async () => {
		const [message, ...otherMessages] = await readEmails(shop, email);
		expect(otherMessages).toEqual([]);
		return /confirm\?token=(\w+)/.exec(message?.text ?? "")?.[1] ?? expect.fail("no email yet");
	});
	const path = `/newsletter/confirm?token=${token}`;
	expect(await (await shop.fetch(path)).text()).toContain("Confirm</button>");
	expect((await readRow())?.confirmedAt, "opening the page confirms nothing").toBeNull();
	const confirmResponse = await post(path, { token });
	expect([confirmResponse.status, confirmResponse.headers.get("Location")]).toEqual([303, path]);
	expect(await (await shop.fetch(path)).text()).toContain("is subscribed");
	const unsubscribePath = `/newsletter/unsubscribe?token=${(await readRow())?.unsubscribeToken}`;
	expect(await (await shop.fetch(unsubscribePath)).text()).toContain("Unsubscribe</button>");
	expect(await readRow()).toBeDefined();
	// Mail programs send this request without cookies and Origin (RFC 8058 §3.2).
	const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
	const unsubscribeResponse = await shop.fetch(unsubscribePath, { method: "POST", body });
	expect([unsubscribeResponse.status, await unsubscribeResponse.text()]).toEqual([
		200,
		expect.stringContaining("You are unsubscribed"),
	]);
	expect(await readRow()).toBeUndefined();
	const expiredResponse = await shop.fetch(path);
	expect(await expiredResponse.text()).toContain(errors.subscription_link_expired.message);
});
