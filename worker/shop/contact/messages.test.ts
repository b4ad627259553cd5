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

function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const outbox = createLocalOutbox();
	const bindings = { SANDBOX: outbox.sandbox, SHOP_EMAIL: shopEmail, MAIL_FROM: shopEmail };
	const createContext = (account: Account | null) =>
		withEnv(localShop.createContext(account), bindings);
	const visitorContext = createContext(null);
	return { ...localShop, ...outbox, createContext, visitorContext };
}

const createMessage = (email = "visitor@example.com") => ({
	name: "Vera\r\nBcc: all@example.com",
	email,
	subject: "order" as const,
	orderNumber: "A1B2",
	message: "Where is it?\nThank you.",
});

test("emails a message to the shop once, with the sender as reply-to", async () => {
	const { visitorContext, sentEmails, db } = createFixture();
	const id = await sendMessage(visitorContext, createMessage(), "form");
	expect(await sendMessage(visitorContext, createMessage(), "form")).toBe(id);
	expect(await db.$count(contactEmails)).toBe(1);
	await sweepContactEmails(visitorContext, new Date());
	await sweepContactEmails(visitorContext, new Date());
	expect(sentEmails).toHaveLength(1);
	expect(sentEmails[0]).toMatchObject({
		to: shopEmail,
		replyTo: "visitor@example.com",
		subject: "An order: message from Vera Bcc: all@example.com",
	});
	expect(sentEmails[0]?.text).toContain("Where is it?\nThank you.");
	expect(await db.$count(messages)).toBe(1);
});

test("submitting a form again with different text creates another message", async () => {
	const { visitorContext, db } = createFixture();
	const id = await sendMessage(visitorContext, createMessage(), "form");
	const changed = { ...createMessage(), message: "It has come. Where is the other one?" };
	expect(await sendMessage(visitorContext, changed, "form")).not.toBe(id);
	const texts = (await db.select().from(messages)).map(({ text }) => text);
	expect(texts.sort()).toEqual([changed.message, createMessage().message].sort());
});

test("the sender gets a copy only at the verified address of their account", async () => {
	const { createContext, addAccount, sentEmails, db } = createFixture();
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
	const { visitorContext, rejectNext, sentEmails, db } = createFixture();
	await sendMessage(visitorContext, createMessage(), null);
	rejectNext(1, { code: "E_DELIVERY_FAILED", message: "550 5.1.1 No such user" });
	await sweepContactEmails(visitorContext, new Date());
	await sweepContactEmails(visitorContext, new Date(Date.now() + 3_600_000));
	expect(sentEmails).toEqual([]);
	expect(await db.select().from(contactEmails)).toMatchObject([
		{ kind: "message", failure: "rejected", nextTryAt: null },
	]);
	expect(await db.$count(messages)).toBe(1);
});

test("once the daily limit is reached, messages are stored but not emailed", async () => {
	const { visitorContext, db } = createFixture();
	const rows = Array.from({ length: shopEmailsPerDay - 1 }, (_, index) => ({
		id: `message:${index}`,
		kind: "message" as const,
		subjectId: String(index),
	}));
	await db.insert(contactEmails).values(rows);
	await sendMessage(visitorContext, createMessage(), null);
	await sendMessage(visitorContext, createMessage(), null);
	expect(await db.$count(messages)).toBe(2);
	expect(await db.$count(contactEmails)).toBe(shopEmailsPerDay);
	await db.update(contactEmails).set({ createdAt: new Date(Date.now() - dayMs) });
	await sendMessage(visitorContext, createMessage(), null);
	expect(await db.$count(contactEmails), "a day later").toBe(shopEmailsPerDay + 1);
});

test("the daily limit on messages does not count other emails", async () => {
	const { visitorContext, db } = createFixture();
	const rows = Array.from({ length: shopEmailsPerDay }, (_, index) => ({
		id: `quote:${index}`,
		kind: "quote" as const,
		subjectId: String(index),
	}));
	await db.insert(contactEmails).values(rows);
	await sendMessage(visitorContext, createMessage(), null);
	expect(await db.$count(contactEmails)).toBe(shopEmailsPerDay + 1);
});

test("one network cannot use up the shop's daily emails", async () => {
	const { visitorContext, db } = createFixture();
	const createContextIn = (network: string) => ({
		...visitorContext,
		visitor: { ...visitorContext.visitor, network },
	});
	for (let index = 0; index <= networkEmailsPerDay; index += 1)
		await sendMessage(createContextIn("192.0.2.1"), createMessage(), null);
	expect(await db.$count(contactEmails)).toBe(networkEmailsPerDay);
	await sendMessage(createContextIn("198.51.100.1"), createMessage(), null);
	expect(await db.$count(contactEmails)).toBe(networkEmailsPerDay + 1);
	expect(await db.$count(messages)).toBe(networkEmailsPerDay + 2);
});

test("each state change of a message writes one audit entry, without the sender's name", async () => {
	const { visitorContext, createContext, addAccount, db } = createFixture();
	const supportContext = createContext(await addAccount("support"));
	const id = await sendMessage(visitorContext, createMessage(), null);
	await sendMessage(visitorContext, createMessage("zoe@example.com"), null);
	expect(await markMessage(supportContext, id, true)).toBe(1);
	expect(await markMessage(supportContext, id, true)).toBe(0);
	const listEmails = async (state: "new" | "answered" | null, search = "") =>
		(await getMessagesPage(supportContext, { page: 0, search, state })).rows.map(
			({ email }) => email,
		);
	expect(await listEmails("new")).toEqual(["zoe@example.com"]);
	expect(await listEmails("answered")).toEqual(["visitor@example.com"]);
	expect(await listEmails(null, "VISITOR")).toEqual(["visitor@example.com"]);
	expect(await markMessage(supportContext, id, false)).toBe(1);
	await expect(markMessage(supportContext, "none", true)).rejects.toMatchObject({ status: 404 });
	const entries = await db.select().from(auditLog);
	expect(entries.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
		"message-answered Message",
		"message-reopened Message",
	]);
});

test("deletes a message together with its unsent emails", async () => {
	const { visitorContext, createContext, addAccount, sentEmails, db } = createFixture();
	const supportContext = createContext(await addAccount("support"));
	const id = await sendMessage(visitorContext, createMessage(), "form");
	const otherId = await sendMessage(visitorContext, createMessage("zoe@example.com"), null);
	expect(await runBulkAction(supportContext, "deleteMessage", [id])).toEqual({
		doneCount: 1,
		errorCodes: [],
	});
	await expect(deleteMessage(supportContext, id)).rejects.toMatchObject({
		code: "message_not_found",
	});
	expect(await db.select({ id: messages.id }).from(messages)).toEqual([{ id: otherId }]);
	expect(await db.select().from(auditLog)).toMatchObject([
		{ action: "message-deleted", subjectId: id, subject: "Message", detail: "" },
	]);
	await sweepContactEmails(visitorContext, new Date());
	expect(sentEmails.map(({ replyTo }) => replyTo)).toEqual(["zoe@example.com"]);
	expect(await db.$count(contactEmails, isNotNull(contactEmails.nextTryAt))).toBe(0);
});

test("deleting an account deletes its messages, and those sent from its verified address", async () => {
	const { visitorContext, createContext, addAccount, db } = createFixture();
	const account = await addAccount();
	await sendMessage(createContext(account), createMessage("other@example.com"), null);
	await sendMessage(visitorContext, createMessage(account.email), null);
	await sendMessage(visitorContext, createMessage("kept@example.com"), null);
	const { statements } = eraseAccount(db, eq(users.id, account.id));
	for (const statement of statements) await statement;
	const rows = await db.select({ email: messages.email }).from(messages);
	expect(rows).toEqual([{ email: "kept@example.com" }]);
});
