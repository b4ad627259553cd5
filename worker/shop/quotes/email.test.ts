import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { endOfDay } from "#contract/days.ts";
import { shopEmailsPerDay } from "#contract/limits.ts";
import { contactEmails, quoteEmails, quotes, users } from "#worker/db/schema.ts";
import { createLocalOutbox } from "../../../tests/support/local-outbox.ts";
import { createLocalShop, withEnv } from "../../../tests/support/local-shop.ts";
import { sweepContactEmails } from "../contact/outbox.ts";
import { sendOffer, withdrawQuote } from "./answer.ts";
import { sweepQuoteEmails } from "./email.ts";
import { requestQuote } from "./request.ts";

const request = { tools: "Bar, 2", message: "Buy pills", company: "", phone: "", neededBy: null };

async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const shopper = await localShop.addAccount();
	const staffContext = localShop.createContext(await localShop.addAccount("support"));
	const sendRequest = () =>
		requestQuote(localShop.createContext(shopper), { ...request, formKey: "form" });
	const id = await sendRequest();
	const toolId = await localShop.addProduct(10);
	const answer = () =>
		sendOffer(staffContext, id, {
			lines: [{ toolId, quantity: 2, price: 999 }],
			expiresAt: endOfDay(Date.UTC(2099, 11, 31)),
			note: "Ships in two days",
		});
	const { sandbox: SANDBOX, sentEmails } = createLocalOutbox();
	const bindings = { SANDBOX, MAIL_FROM: "shop@example.com", SHOP_EMAIL: "quotes@example.com" };
	const mailer = withEnv(localShop.createContext(null), bindings);
	const sendDueEmails = () => sweepQuoteEmails(mailer, new Date(Date.now() + 1));
	const sendDueRequestEmails = () => sweepContactEmails(mailer, new Date(Date.now() + 600_000));
	return {
		db: localShop.db,
		localShop,
		shopper,
		staffContext,
		id,
		sendRequest,
		answer,
		sentEmails,
		sendDueEmails,
		sendDueRequestEmails,
	};
}

test("each answer emails the customer once, without the customer's own text", async () => {
	const { shopper, id, answer, sentEmails, sendDueEmails } = await createFixture();
	await answer();
	await sendDueEmails();
	await sendDueEmails();
	expect(sentEmails).toHaveLength(1);
	expect(sentEmails[0]).toMatchObject({
		to: shopper.email,
		subject: expect.stringContaining("ready"),
	});
	expect(sentEmails[0]?.text).toContain(`/dashbord/myquotes/${id}`);
	expect(sentEmails[0]?.text).toContain("$19.98");
	expect(sentEmails[0]?.text).toContain("Dec 31, 2099");
	expect(sentEmails[0]?.text).not.toContain("pills");
	await answer();
	await sendDueEmails();
	expect(sentEmails).toHaveLength(2);
});

test.each(["withdrawn", "expired", "unverified"])(
	"sends no email if the customer or the quote is %s",
	async (reason) => {
		const { db, shopper, staffContext, id, answer, sentEmails, sendDueEmails } =
			await createFixture();
		await answer();
		if (reason === "withdrawn") await withdrawQuote(staffContext, id);
		if (reason === "expired") await db.update(quotes).set({ expiresAt: new Date(1) });
		if (reason === "unverified") {
			await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, shopper.id));
		}
		await sendDueEmails();
		expect(sentEmails).toEqual([]);
		expect(await db.$count(quoteEmails)).toBe(0);
	},
);

test("withdrawing a quote keeps the record of its sent or failed email", async () => {
	const { db, staffContext, id, answer, sendDueEmails } = await createFixture();
	await answer();
	await sendDueEmails();
	const sentEmail = { nextTryAt: null };
	const failedEmail = { sentAt: null, nextTryAt: null, failure: "refused" as const };
	for (const values of [sentEmail, failedEmail]) {
		await db.update(quoteEmails).set(values);
		const storedEmails = await db.select().from(quoteEmails);
		await db.update(quotes).set({ withdrawnAt: null });
		await withdrawQuote(staffContext, id);
		expect(await db.select().from(quoteEmails)).toEqual(storedEmails);
	}
});

test("a request sends one email to the shop, with the customer as reply-to", async () => {
	const { sendRequest, shopper, id, sentEmails, sendDueRequestEmails, db } = await createFixture();
	await db.update(quotes).set({ company: "Acme\r\nGarage" });
	expect(await sendRequest()).toBe(id);
	await sendDueRequestEmails();
	await sendDueRequestEmails();
	expect(sentEmails).toHaveLength(1);
	expect(sentEmails[0]).toMatchObject({
		to: "quotes@example.com",
		replyTo: shopper.email,
		subject: "Quote request from Acme Garage",
	});
	expect(sentEmails[0]?.text).toContain("Bar, 2\n\nBuy pills");
	expect(sentEmails[0]?.text).toContain(`/dashbord/quotes/${id}`);
});

test("sends the shop no email about a request that has already been answered", async () => {
	const { answer, sentEmails, sendDueRequestEmails, db } = await createFixture();
	await answer();
	await sendDueRequestEmails();
	expect(sentEmails).toEqual([]);
	expect(await db.$count(contactEmails)).toBe(0);
});

test("once the daily limit of emails to the shop is reached, requests are stored but not emailed", async () => {
	const { localShop, db } = await createFixture();
	for (let index = 1; index < shopEmailsPerDay; index += 1) {
		const subjectId = String(index);
		await db.insert(contactEmails).values({ id: `quote:${subjectId}`, kind: "quote", subjectId });
	}
	const otherShopper = localShop.createContext(await localShop.addAccount());
	await requestQuote(otherShopper, { ...request, formKey: null });
	expect(await db.$count(quotes)).toBe(2);
	expect(await db.$count(contactEmails)).toBe(shopEmailsPerDay);
});
