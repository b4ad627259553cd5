import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { dayMs } from "#contract/days.ts";
import { confirmationEmailsPerDay, networkEmailsPerDay } from "#contract/limits.ts";
import { auditLog, subscribers, users } from "#worker/db/schema.ts";
import { createLocalOutbox } from "../../../tests/support/local-outbox.ts";
import { createLocalShop, withEnv } from "../../../tests/support/local-shop.ts";
import { eraseAccount } from "../accounts/erase.ts";
import type { ShopContext } from "../context.ts";
import {
	confirmSubscription,
	exportSubscribers,
	findSubscription,
	getSubscribersPage,
	removeSubscriber,
	subscribe,
	sweepSubscriptions,
	unsubscribe,
} from "./newsletter.ts";
import { sweepContactEmails } from "./outbox.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

const email = "reader@example.com";

function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const outbox = createLocalOutbox();
	const backgroundWork: Promise<unknown>[] = [];
	const visitorContext: ShopContext = {
		...withEnv(localShop.createContext(null), {
			SANDBOX: outbox.sandbox,
			MAIL_FROM: "a@example.com",
		}),
		waitUntil: (task) => void backgroundWork.push(task()),
	};
	/** Subscribes an address, and returns the token in the last email to it. */
	async function requestSubscription(address = email): Promise<string> {
		await subscribe(visitorContext, address);
		await Promise.all(backgroundWork);
		const lastEmail = outbox.sentEmails.findLast(({ to }) => to === address);
		return /confirm\?token=(\w+)/.exec(lastEmail?.text ?? "")?.[1] ?? "";
	}
	const finishBackgroundWork = () => Promise.all(backgroundWork);
	const readRow = () =>
		localShop.db.select().from(subscribers).where(eq(subscribers.email, email)).get();
	return {
		...localShop,
		...outbox,
		visitorContext,
		requestSubscription,
		finishBackgroundWork,
		readRow,
	};
}

test("subscribes an address once its owner confirms", async () => {
	const { visitorContext, requestSubscription, finishBackgroundWork, readRow, sentEmails } =
		createFixture();
	const token = await requestSubscription();
	expect(await findSubscription(visitorContext, token)).toEqual({ email, confirmedAt: null });
	expect(JSON.stringify(await readRow()), "only the hash is stored").not.toContain(token);
	await confirmSubscription(visitorContext, token);
	await confirmSubscription(visitorContext, token);
	await finishBackgroundWork();
	await sweepContactEmails(visitorContext, new Date());
	expect(sentEmails).toHaveLength(2);
	const link = `http://shop.test/newsletter/unsubscribe?token=${(await readRow())?.unsubscribeToken}`;
	expect(sentEmails[1]).toMatchObject({
		to: email,
		headers: {
			"List-Unsubscribe": `<${link}>`,
			"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		},
	});
	expect(sentEmails[1]?.text).toContain(link);
	await requestSubscription();
	expect(sentEmails, "a subscribed address gets no more links").toHaveLength(2);
});

test("deletes an address that was not confirmed within seven days", async () => {
	const { visitorContext, requestSubscription, readRow, db } = createFixture();
	const token = await requestSubscription();
	await expect(confirmSubscription(visitorContext, `${token}x`)).rejects.toMatchObject({
		code: "subscription_link_expired",
	});
	await sweepSubscriptions(visitorContext, new Date(Date.now() + 6 * dayMs));
	expect(await readRow()).toBeDefined();
	await db.update(subscribers).set({ tokenExpiresAt: new Date() });
	expect(await findSubscription(visitorContext, token)).toBeNull();
	await expect(confirmSubscription(visitorContext, token)).rejects.toMatchObject({ status: 400 });
	await sweepSubscriptions(visitorContext, new Date(Date.now() + 1));
	expect(await readRow()).toBeUndefined();
});

test("an address gets at most one confirmation email a day", async () => {
	const { requestSubscription, sentEmails, db } = createFixture();
	const firstToken = await requestSubscription();
	expect(await requestSubscription()).toBe(firstToken);
	expect(sentEmails).toHaveLength(1);
	await db.update(subscribers).set({ tokenExpiresAt: new Date(Date.now() + 6 * dayMs - 1) });
	expect(await requestSubscription()).not.toBe(firstToken);
	expect(sentEmails).toHaveLength(2);
});

test("limits the shop's confirmation emails per day", async () => {
	const { requestSubscription, sentEmails, db } = createFixture();
	const tokenExpiresAt = new Date(Date.now() + 7 * dayMs);
	const ids = Array.from({ length: confirmationEmailsPerDay }, (_, index) => String(index));
	const createRow = (id: string) => ({
		id,
		email: `${id}@example.com`,
		tokenHash: id,
		unsubscribeToken: id,
		tokenExpiresAt,
	});
	await db.insert(subscribers).values(ids.map(createRow));
	await requestSubscription();
	expect(sentEmails).toEqual([]);
	await db.update(subscribers).set({ tokenExpiresAt: new Date(Date.now() + 6 * dayMs) });
	await requestSubscription();
	expect(sentEmails, "a day later").toHaveLength(1);
});

test("one network cannot use up the shop's daily confirmation emails", async () => {
	const { visitorContext, finishBackgroundWork, sentEmails } = createFixture();
	const createContextIn = (network: string) => ({
		...visitorContext,
		visitor: { ...visitorContext.visitor, network },
	});
	for (let index = 0; index <= networkEmailsPerDay; index += 1) {
		await subscribe(createContextIn("192.0.2.1"), `${index}@example.com`);
		await finishBackgroundWork();
	}
	expect(sentEmails).toHaveLength(networkEmailsPerDay);
	await subscribe(createContextIn("198.51.100.1"), email);
	await finishBackgroundWork();
	expect(sentEmails.at(-1)).toMatchObject({ to: email });
});

test("sends another link after an outage, but not after a rejected email", async () => {
	const { requestSubscription, rejectNext, sentEmails, readRow } = createFixture();
	rejectNext(1);
	await requestSubscription();
	expect(await readRow()).toBeUndefined();
	rejectNext(1, { code: "E_RECIPIENT_SUPPRESSED", message: "" });
	await requestSubscription();
	await requestSubscription();
	expect(sentEmails).toEqual([]);
	expect(await readRow()).toMatchObject({ confirmedAt: null });
});

test("the sweep keeps a confirmed address after its link has expired", async () => {
	const { visitorContext, requestSubscription, readRow } = createFixture();
	await confirmSubscription(visitorContext, await requestSubscription());
	await sweepSubscriptions(visitorContext, new Date(Date.now() + 8 * dayMs));
	expect(await readRow()).toBeDefined();
});

test("rejects a link whose address was just removed, even if another address is confirmed", async () => {
	const { visitorContext, requestSubscription, createContext, db } = createFixture();
	await confirmSubscription(visitorContext, await requestSubscription("other@example.com"));
	const token = await requestSubscription();
	const context = createContext(null, async (statements) => {
		if (statements.some((sql) => sql.startsWith('update "subscribers"')))
			await db.delete(subscribers).where(eq(subscribers.email, email));
	});
	await expect(confirmSubscription(context, token)).rejects.toMatchObject({
		code: "subscription_link_expired",
	});
});

test("confirms only the address of the link", async () => {
	const { visitorContext, requestSubscription, db } = createFixture();
	await requestSubscription("pending@example.com");
	await confirmSubscription(visitorContext, await requestSubscription());
	const rows = await db.select().from(subscribers).orderBy(subscribers.email);
	expect(rows).toMatchObject([
		{ email: "pending@example.com", confirmedAt: null },
		{ email, confirmedAt: expect.any(Date) },
	]);
});

test("if a link cannot be sent, other unconfirmed addresses are kept", async () => {
	const { requestSubscription, rejectNext, readRow, db } = createFixture();
	await requestSubscription("pending@example.com");
	rejectNext(1);
	await requestSubscription();
	expect(await readRow()).toBeUndefined();
	expect(await db.select().from(subscribers)).toMatchObject([{ email: "pending@example.com" }]);
});

test("keeps a confirmed address even if the email service reported that its link was not sent", async () => {
	const { visitorContext, sandbox, finishBackgroundWork, readRow, db } = createFixture();
	const fetch = async () => {
		await db.update(subscribers).set({ confirmedAt: new Date() });
		return new Response(null, { status: 503 });
	};
	await subscribe(withEnv(visitorContext, { SANDBOX: { ...sandbox, fetch } }), email);
	await finishBackgroundWork();
	expect(await readRow()).toMatchObject({ confirmedAt: expect.any(Date) });
});

test("unsubscribing deletes the address, which can subscribe again", async () => {
	const { visitorContext, requestSubscription, readRow, sentEmails } = createFixture();
	await confirmSubscription(visitorContext, await requestSubscription());
	const token = (await readRow())?.unsubscribeToken ?? "";
	await unsubscribe(visitorContext, "unknown");
	expect(await readRow()).toBeDefined();
	for (let attempt = 0; attempt < 2; attempt += 1) await unsubscribe(visitorContext, token);
	expect(await readRow()).toBeUndefined();
	await confirmSubscription(visitorContext, await requestSubscription());
	expect((await readRow())?.unsubscribeToken).not.toBe(token);
	expect(sentEmails.length).toBeGreaterThan(1);
});

test("admins can list and export the confirmed addresses", async () => {
	const { visitorContext, requestSubscription, readRow, createContext, addAccount, db } =
		createFixture();
	await confirmSubscription(visitorContext, await requestSubscription());
	await requestSubscription("pending@example.com");
	const adminContext = createContext(await addAccount("admin"));
	const page = await getSubscribersPage(adminContext, { page: 0, search: "" });
	expect(page).toMatchObject({ count: 1, rows: [{ email }], hasMore: false });
	const searchResult = await getSubscribersPage(adminContext, { page: 0, search: "nobody" });
	expect(searchResult.rows).toEqual([]);
	const csv = await new Response(await exportSubscribers(adminContext)).text();
	const [heading, line, end] = csv.split("\r\n");
	expect(heading).toContain("Email,Subscribed,Unsubscribe");
	expect(line).toContain(`${email},`);
	expect(line).toContain(`token=${(await readRow())?.unsubscribeToken}`);
	expect(end).toBe("");
	const entries = await db.select({ action: auditLog.action }).from(auditLog);
	expect(entries).toEqual([{ action: "subscribers-exported" }]);
});

test("the export contains each of 2,600 addresses once, in order", async () => {
	const { createContext, addAccount, db } = createFixture();
	await db.run(sql`insert into subscribers (id, email, token_hash, token_expires_at, unsubscribe_token, confirmed_at)
		with recursive numbers(n) as (select 1000 union all select n + 1 from numbers where n < 3599)
		select n, n || '@example.com', n, 0, n, 0 from numbers`);
	const csv = await new Response(
		await exportSubscribers(createContext(await addAccount("admin"))),
	).text();
	const lines = csv.trim().split("\r\n").slice(1);
	expect(lines.map((line) => line.split(",")[0])).toEqual(
		Array.from({ length: 2_600 }, (_, index) => `${index + 1_000}@example.com`),
	);
});

test("deleting an account removes its verified address from the list", async () => {
	const { db, addAccount } = createFixture();
	const [verified, unverified, other] = [
		await addAccount(),
		await addAccount(),
		await addAccount(),
	];
	const otherTokens = { tokenHash: "o", unsubscribeToken: "o", tokenExpiresAt: new Date() };
	await db.insert(subscribers).values({ id: "other", email: other.email, ...otherTokens });
	await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, unverified.id));
	for (const { id, email: address } of [verified, unverified]) {
		const tokens = { tokenHash: id, unsubscribeToken: id, tokenExpiresAt: new Date() };
		await db.insert(subscribers).values({ id, email: address, ...tokens });
		const { statements } = eraseAccount(db, eq(users.id, id));
		for (const statement of statements) await statement;
	}
	const rows = await db.select({ id: subscribers.id }).from(subscribers);
	expect(rows.map(({ id }) => id).sort()).toEqual(["other", unverified.id].sort());
});

test("staff can remove an address without naming it in the audit log", async () => {
	const { requestSubscription, visitorContext, readRow, createContext, addAccount, db } =
		createFixture();
	const adminContext = createContext(await addAccount("admin"));
	await confirmSubscription(visitorContext, await requestSubscription());
	const unsubscribeToken = (await readRow())?.unsubscribeToken;
	expect(await removeSubscriber(adminContext, email)).toBe(1);
	expect(await readRow()).toBeUndefined();
	await expect(removeSubscriber(adminContext, email)).rejects.toMatchObject({
		code: "subscriber_not_found",
	});
	const entries = await db.select().from(auditLog);
	expect(entries).toMatchObject([{ action: "subscriber-removed", subject: "Newsletter" }]);
	expect(JSON.stringify(entries)).not.toContain(email);
	await requestSubscription();
	expect((await readRow())?.unsubscribeToken).not.toBe(unsubscribeToken);
	expect(await removeSubscriber(adminContext, email)).toBe(1);
});
