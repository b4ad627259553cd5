import { eq } from "drizzle-orm";
import * as v from "valibot";
import { expect, onTestFinished, test, vi } from "vitest";
import { openQuotesMax, quoteLinesMax } from "#contract/limits.ts";
import type { Account } from "#contract/roles.ts";
import { quoteOfferSchema } from "#contract/schemas/quotes.ts";
import {
	auditLog,
	contactEmails,
	products,
	quoteEmails,
	quoteLines,
	users,
} from "#worker/db/schema.ts";
import { createQuoteFixture, dayMs, quoteRequest } from "../../../tests/model/quote-fixture.ts";
import type { ShopContext } from "../context.ts";
import { declineQuote, sendOffer, withdrawQuote } from "./answer.ts";
import { getQuotesPage, requireQuote } from "./read.ts";
import { requestQuote } from "./request.ts";

test("an expired quote cannot be accepted or declined until staff answer it again", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const expiresAt = new Date(Date.now() + dayMs);
	const { shopperContext, staffContext, requestAndAnswer, answer, accept, getState } =
		await createQuoteFixture(10);
	const id = await requestAndAnswer({ expiresAt });
	vi.setSystemTime(expiresAt.getTime() - 1);
	expect(await getState(id)).toBe("answered");
	vi.setSystemTime(expiresAt);
	expect(await getState(id)).toBe("expired");
	const filter = { page: 0, search: "" };
	expect((await getQuotesPage(staffContext, { ...filter, state: "expired" })).rows).toHaveLength(1);
	expect((await getQuotesPage(staffContext, { ...filter, state: "answered" })).rows).toEqual([]);
	await expect(accept(id)).rejects.toMatchObject({ code: "quote_expired" });
	await expect(declineQuote(shopperContext, id)).rejects.toMatchObject({ code: "quote_expired" });
	await answer(id, { revision: 1, expiresAt: new Date(Date.now() + dayMs) });
	await expect(accept(id)).rejects.toMatchObject({ code: "quote_changed" });
	await accept(id, shopperContext, 2);
	await expect(answer(id, { revision: 2 })).rejects.toMatchObject({ code: "quote_accepted" });
	await expect(withdrawQuote(staffContext, id)).rejects.toMatchObject({ code: "quote_accepted" });
	await expect(declineQuote(shopperContext, id)).rejects.toMatchObject({ code: "quote_accepted" });
});

test("an offer can be accepted in California late on its last day", async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 11, 30) });
	onTestFinished(() => void vi.useRealTimers());
	const { lines, requestAndAnswer, accept, getState } = await createQuoteFixture(10);
	const formValues = {
		lines: lines.map((line) => ({ ...line, price: "9.99" })),
		validUntil: "2026-12-31",
	};
	const { expiresAt } = v.parse(quoteOfferSchema, formValues);
	const ids = [
		await requestAndAnswer({ expiresAt }),
		await requestAndAnswer({ expiresAt }),
	] as const;
	vi.setSystemTime(new Date("2026-12-31T23:59:00-08:00"));
	await accept(ids[0]);
	expect(await getState(ids[1])).toBe("answered");
	vi.setSystemTime(new Date("2027-01-01T00:00:00-12:00"));
	await expect(accept(ids[1])).rejects.toMatchObject({ code: "quote_expired" });
});

type Fixture = Awaited<ReturnType<typeof createQuoteFixture>>;

test.each<[string, string, number, (id: string, fixture: Fixture) => Promise<unknown>]>([
	["a colleague answers", "quote_changed", 2, (id, { answer }) => answer(id, { revision: 1 })],
	["the customer accepts the quote", "quote_accepted", 1, (id, { accept }) => accept(id)],
	[
		"a colleague withdraws the quote",
		"quote_changed",
		2,
		(id, { staffContext }) => withdrawQuote(staffContext, id),
	],
])("rejects an answer if %s just before: %s", async (_, code, revision, act) => {
	const fixture = await createQuoteFixture(10);
	const { localShop, staff, db, lines } = fixture;
	const id = await fixture.requestAndAnswer();
	let hasActed = false;
	const racingContext = localShop.createContext(staff, async (statements) => {
		if (hasActed || !statements.some((sql) => sql.startsWith('insert into "audit_log"'))) return;
		hasActed = true;
		await act(id, fixture);
	});
	const offer = {
		lines: lines.map((line) => ({ ...line, price: 9_999 })),
		expiresAt: new Date(Date.now() + dayMs),
		note: "",
		revision: 1,
	};
	await expect(sendOffer(racingContext, id, offer)).rejects.toMatchObject({ code });
	expect(await db.select().from(quoteLines)).toMatchObject([{ unitPriceCents: 1_111 }]);
	expect(await requireQuote(racingContext, id)).toMatchObject({ revision });
});

test("rejects an answer if one of its tools is deleted just before", async () => {
	const { localShop, db, staff, lines, sendRequest, getState } = await createQuoteFixture(10, 10);
	const id = await sendRequest();
	let hasDeleted = false;
	const racingContext = localShop.createContext(staff, async (statements) => {
		if (hasDeleted || !statements.some((sql) => sql.startsWith('insert into "audit_log"'))) return;
		hasDeleted = true;
		await db
			.update(products)
			.set({ deletedAt: new Date() })
			.where(eq(products.id, lines[1]?.toolId ?? ""));
	});
	const offer = { lines, expiresAt: new Date(Date.now() + dayMs), note: "" };
	await expect(sendOffer(racingContext, id, offer)).rejects.toMatchObject({
		code: "product_not_found",
	});
	expect(await getState(id)).toBe("new");
	expect(await db.$count(quoteLines)).toBe(0);
});

test("an answer replaces only the lines of its own quote", async () => {
	const { staffContext, lines, sendRequest, answer, requestAndAnswer } = await createQuoteFixture(
		10,
		10,
	);
	const otherId = await requestAndAnswer();
	const id = await sendRequest();
	await answer(id, { lines: lines.slice(1) });
	expect((await requireQuote(staffContext, id)).lines).toHaveLength(1);
	expect((await requireQuote(staffContext, otherId)).lines).toHaveLength(2);
});

test("declined and withdrawn quotes stay closed until staff answer them again", async () => {
	const { shopperContext, staffContext, sendRequest, answer, requestAndAnswer, accept, getState } =
		await createQuoteFixture(10);
	const declinedId = await requestAndAnswer();
	await declineQuote(shopperContext, declinedId);
	await declineQuote(shopperContext, declinedId);
	await expect(accept(declinedId)).rejects.toMatchObject({ code: "quote_declined" });
	const withdrawnId = await sendRequest();
	await expect(accept(withdrawnId)).rejects.toMatchObject({ code: "quote_not_ready" });
	await withdrawQuote(staffContext, withdrawnId);
	await expect(declineQuote(shopperContext, withdrawnId)).rejects.toMatchObject({
		code: "quote_withdrawn",
	});
	await expect(answer(declinedId)).rejects.toMatchObject({ code: "quote_changed" });
	await answer(declinedId, { revision: 1 });
	expect(await getState(declinedId)).toBe("answered");
});

test("rejects an answer to a quote that a colleague has withdrawn since the form was opened", async () => {
	const { staffContext, requestAndAnswer, answer, getState } = await createQuoteFixture(10);
	const id = await requestAndAnswer();
	await withdrawQuote(staffContext, id);
	await withdrawQuote(staffContext, id);
	await expect(answer(id, { revision: 1 })).rejects.toMatchObject({ code: "quote_changed" });
	expect(await getState(id)).toBe("withdrawn");
	await answer(id, { revision: 2 });
	expect(await getState(id)).toBe("answered");
});

test("only the customer can accept or decline a quote, and only the customer and staff can see it", async () => {
	const { localShop, staffContext, requestAndAnswer, accept } = await createQuoteFixture(10);
	const id = await requestAndAnswer();
	const strangerContext = localShop.createContext(await localShop.addAccount());
	for (const act of [requireQuote, declineQuote, (context: ShopContext) => accept(id, context)]) {
		await expect(act(strangerContext, id)).rejects.toMatchObject({ code: "forbidden" });
	}
	await expect(accept(id, staffContext)).rejects.toMatchObject({ code: "shopper_only" });
	await expect(requireQuote(staffContext, "none")).rejects.toMatchObject({
		code: "quote_not_found",
	});
});

test("submitting a form twice stores one request", async () => {
	const { localShop, shopperContext } = await createQuoteFixture(10);
	const request = { ...quoteRequest, formKey: "one" };
	const id = await requestQuote(shopperContext, request);
	expect(await requestQuote(shopperContext, request)).toBe(id);
	const changedRequest = { ...request, tools: "Torque wrench, 50" };
	expect(await requestQuote(shopperContext, changedRequest), "edited after going back").not.toBe(
		id,
	);
	const strangerContext = localShop.createContext(await localShop.addAccount());
	expect(await requestQuote(strangerContext, request), "another account's form").not.toBe(id);
});

test("limits the unanswered requests of an account", async () => {
	const { localShop, db, sendRequest, answer } = await createQuoteFixture(10);
	const addUnverifiedAccount = async () => {
		const account: Account = await localShop.addAccount();
		await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, account.id));
		return localShop.createContext(account);
	};
	const shopperContext = await addUnverifiedAccount();
	const id = await sendRequest(shopperContext);
	for (let count = 1; count < openQuotesMax.unverified; count += 1)
		await sendRequest(shopperContext);
	await expect(sendRequest(shopperContext)).rejects.toMatchObject({ code: "too_many_quotes" });
	expect(await db.$count(contactEmails)).toBe(openQuotesMax.unverified);
	await sendRequest(await addUnverifiedAccount());
	await answer(id);
	await sendRequest(shopperContext);
});

test("the database rejects a quote with more than 100 lines", async () => {
	const { localShop, db, sendRequest } = await createQuoteFixture(10);
	const quoteId = await sendRequest();
	const inserts = Array.from({ length: quoteLinesMax + 1 }, async (_, position) => {
		const productId = await localShop.addProduct(1);
		const line = { productId, position, quantity: 1, unitPriceCents: 1 };
		await db.insert(quoteLines).values({ quoteId, ...line });
	});
	await expect(Promise.all(inserts)).rejects.toMatchObject({
		cause: { message: expect.stringContaining("at most 100") },
	});
});

test("the audit log records answers and withdrawals without the customer's name", async () => {
	const { db, staff, staffContext, shopper, requestAndAnswer, answer } =
		await createQuoteFixture(10);
	const id = await requestAndAnswer();
	await answer(id, { revision: 1 });
	expect(await db.select().from(quoteEmails)).toMatchObject([{ quoteId: id, sentAt: null }]);
	await withdrawQuote(staffContext, id);
	const entries = await db.select().from(auditLog);
	const actions = entries.map(({ action }) => action);
	expect(actions).toEqual(["quote-answered", "quote-answered", "quote-withdrawn"]);
	expect(entries).toMatchObject(entries.map(() => ({ actor: staff.email, subjectId: id })));
	expect(JSON.stringify(entries)).not.toContain(shopper.name);
	expect(entries[0]?.detail).toBe("1 tool, $22.22");
});

test("staff find quotes by the beginning of the customer's email, in any state", async () => {
	const { shopper, staffContext, requestAndAnswer } = await createQuoteFixture(10);
	const [older, newer] = [await requestAndAnswer(), await requestAndAnswer()];
	const search = shopper.email.slice(0, -5).toUpperCase();
	for (const state of [null, "answered"] as const) {
		const { rows } = await getQuotesPage(staffContext, { page: 0, search, state });
		expect(rows.map(({ id }) => id).sort()).toEqual([older, newer].sort());
	}
	const other = { page: 0, search: shopper.email.slice(1), state: null };
	expect((await getQuotesPage(staffContext, other)).rows).toEqual([]);
});
