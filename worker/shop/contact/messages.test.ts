import { eq, isNotNull } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { dayMs } from "#contract/days.ts";
import { networkEmailsPerDay, shopEmailsPerDay } from "#contract/limits.ts";
import type { Account } from "#contract/roles.ts";
import { auditLog, contactEmails, messages, users } from "#worker/db/schema.ts";
import { createLocalOutbox } from "../../../tests/support/local-outbox.ts";
import { createLocalShop, withEnv } from "../../../tests/support/local-shop.ts";
import { eraseAccount } from "../accounts/erase.ts";
import { runBulkAction } from "../bulk-actions.ts";
import { deleteMessage, getMessagesPage, markMessage, sendMessage } from "./messages.ts";
import { sweepContactEmails } from "./outbox.ts";

vi.spyOn(console, "error").mockReturnValue();

const shopEmail = "shop@example.com";

function createContactShop() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const outbox = createLocalOutbox();
	const bindings = { SANDBOX: outbox.binding, SHOP_EMAIL: shopEmail, MAIL_FROM: shopEmail };
	const createContext = (account: Account | null) =>
		withEnv(localShop.createContext(account), bindings);
	const visitor = createContext(null);
	return { ...localShop, ...outbox, createContext, visitor };
}

const createMessage = (email = "visitor@example.com") => ({
	name: "Vera\r\nBcc: all@example.com",
	email,
	subject: "order" as const,
	orderNumber: "A1B2",
	message: "Where is it?\nThank you.",
});

test("emails a message to the shop once, with the sender as reply-to", async () => {
	const { visitor, sentEmails, db } = createContactShop();
	const id = await sendMessage(visitor, createMessage(), "form");
	expect(await sendMessage(visitor, createMessage(), "form")).toBe(id);
	expect(await db.$count(contactEmails)).toBe(1);
	await sweepContactEmails(visitor, new Date());
	await sweepContactEmails(visitor, new Date());
	expect(sentEmails).toHaveLength(1);
	expect(sentEmails[0]).toMatchObject({
		to: shopEmail,
		replyTo: "visitor@example.com",
		subject: "An order: message from Vera Bcc: all@example.com",
	});
	expect(sentEmails[0]?.text).toContain("Where is it?\nThank you.");
	expect(await db.$count(messages)).toBe(1);
});

test("sends another message if the form was changed", async () => {
	const { visitor, db } = createContactShop();
	const id = await sendMessage(visitor, createMessage(), "form");
	const changed = { ...createMessage(), message: "It has come. Where is the other one?" };
	expect(await sendMessage(visitor, changed, "form")).not.toBe(id);
	const texts = (await db.select().from(messages)).map(({ text }) => text);
	expect(texts.sort()).toEqual([changed.message, createMessage().message].sort());
});

test("the sender gets a copy only at the verified address of their account", async () => {
	const { createContext, addAccount, sentEmails, db } = createContactShop();
	const [verified, unverified] = [await addAccount(), await addAccount()];
	await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, unverified.id));
	await sendMessage(createContext(verified), createMessage(verified.email), null);
	await sendMessage(createContext(verified), createMessage("other@example.com"), null);
	await sendMessage(createContext(unverified), createMessage(unverified.email), null);
	await sweepContactEmails(createContext(null), new Date());
	const recipients = sentEmails.map(({ to }) => to).sort();
	expect(recipients).toEqual([verified.email, shopEmail, shopEmail, shopEmail].sort());
});

test("does not retry an undeliverable email, but keeps its message", async () => {
	const { visitor, rejectNext, sentEmails, db } = createContactShop();
	await sendMessage(visitor, createMessage(), null);
	rejectNext(1, { code: "E_DELIVERY_FAILED", message: "550 5.1.1 No such user" });
	await sweepContactEmails(visitor, new Date());
	await sweepContactEmails(visitor, new Date(Date.now() + 3_600_000));
	expect(sentEmails).toEqual([]);
	expect(await db.select().from(contactEmails)).toMatchObject([
		{ kind: "message", failure: "rejected", nextTryAt: null },
	]);
	expect(await db.$count(messages)).toBe(1);
});

test("once the daily limit is reached, messages are stored but not emailed", async () => {
	const { visitor, db } = createContactShop();
	const rows = Array.from({ length: shopEmailsPerDay - 1 }, (_, index) => ({
		...{ id: `message:${index}`, kind: "message" as const, aboutId: String(index) },
	}));
	for (const row of rows) await db.insert(contactEmails).values(row);
	await sendMessage(visitor, createMessage(), null);
	await sendMessage(visitor, createMessage(), null);
	expect(await db.$count(messages)).toBe(2);
	expect(await db.$count(contactEmails)).toBe(shopEmailsPerDay);
	await db.update(contactEmails).set({ createdAt: new Date(Date.now() - dayMs) });
	await sendMessage(visitor, createMessage(), null);
	expect(await db.$count(contactEmails), "a day later").toBe(shopEmailsPerDay + 1);
});

test("the daily limit of messages counts no other emails", async () => {
	const { visitor, db } = createContactShop();
	for (let index = 0; index < shopEmailsPerDay; index += 1) {
		const aboutId = String(index);
		await db.insert(contactEmails).values({ id: `quote:${aboutId}`, kind: "quote", aboutId });
	}
	await sendMessage(visitor, createMessage(), null);
	expect(await db.$count(contactEmails)).toBe(shopEmailsPerDay + 1);
});

test("one network cannot use up the shop's daily emails", async () => {
	const { visitor, db } = createContactShop();
	const from = (network: string) => ({ ...visitor, visitor: { ...visitor.visitor, network } });
	for (let index = 0; index <= networkEmailsPerDay; index += 1)
		await sendMessage(from("192.0.2.1"), createMessage(), null);
	expect(await db.$count(contactEmails)).toBe(networkEmailsPerDay);
	await sendMessage(from("198.51.100.1"), createMessage(), null);
	expect(await db.$count(contactEmails)).toBe(networkEmailsPerDay + 1);
	expect(await db.$count(messages)).toBe(networkEmailsPerDay + 2);
});

test("each change of a message's state writes one audit entry, without the sender's name", async () => {
	const { visitor, createContext, addAccount, db } = createContactShop();
	const support = createContext(await addAccount("support"));
	const id = await sendMessage(visitor, createMessage(), null);
	await sendMessage(visitor, createMessage("zoe@example.com"), null);
	expect(await markMessage(support, id, true)).toBe(1);
	expect(await markMessage(support, id, true)).toBe(0);
	const listEmails = async (state: "new" | "answered" | null, search = "") =>
		(await getMessagesPage(support, { page: 0, search, state })).rows.map(({ email }) => email);
	expect(await listEmails("new")).toEqual(["zoe@example.com"]);
	expect(await listEmails("answered")).toEqual(["visitor@example.com"]);
	expect(await listEmails(null, "VISITOR")).toEqual(["visitor@example.com"]);
	expect(await markMessage(support, id, false)).toBe(1);
	await expect(markMessage(support, "none", true)).rejects.toMatchObject({ status: 404 });
	const entries = await db.select().from(auditLog);
	expect(entries.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
		"message-answered Message",
		"message-reopened Message",
	]);
});

test("deletes a message together with its unsent emails", async () => {
	const { visitor, createContext, addAccount, sentEmails, db } = createContactShop();
	const support = createContext(await addAccount("support"));
	const id = await sendMessage(visitor, createMessage(), "form");
	const otherId = await sendMessage(visitor, createMessage("zoe@example.com"), null);
	expect(await runBulkAction(support, "deleteMessage", [id])).toEqual({
		doneCount: 1,
		errorCodes: [],
	});
	await expect(deleteMessage(support, id)).rejects.toMatchObject({ code: "message_not_found" });
	expect(await db.select({ id: messages.id }).from(messages)).toEqual([{ id: otherId }]);
	expect(await db.select().from(auditLog)).toMatchObject([
		{ action: "message-deleted", subjectId: id, subject: "Message", detail: "" },
	]);
	await sweepContactEmails(visitor, new Date());
	expect(sentEmails.map(({ replyTo }) => replyTo)).toEqual(["zoe@example.com"]);
	expect(await db.$count(contactEmails, isNotNull(contactEmails.nextTryAt))).toBe(0);
});

test("deleting an account deletes its messages and those from its verified address", async () => {
	const { visitor, createContext, addAccount, db } = createContactShop();
	const account = await addAccount();
	await sendMessage(createContext(account), createMessage("other@example.com"), null);
	await sendMessage(visitor, createMessage(account.email), null);
	await sendMessage(visitor, createMessage("kept@example.com"), null);
	const { statements } = eraseAccount(db, eq(users.id, account.id));
	for (const statement of statements) await statement;
	const rows = await db.select({ email: messages.email }).from(messages);
	expect(rows).toEqual([{ email: "kept@example.com" }]);
});
