import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { errors } from "#contract/errors.ts";
import { requiredMessages } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import { hashPassword, verifyPassword } from "#worker/auth/passwords.ts";
import { createSession } from "#worker/auth/sessions.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import {
	emailVerifications,
	orders,
	resetTokens,
	sessions,
	signInChallenges,
	users,
} from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import type { QueryHook } from "../../../tests/support/sqlite-d1.ts";
import { cancelUnpaidOrders } from "../orders/cancel.ts";
import { placeOrder } from "../orders/place.ts";
import { deleteOwnAccount } from "./delete-account.ts";
import { takeOverWithGoogle } from "./google.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { resetPassword } from "./reset.ts";
import { signInWithPassword } from "./sign-in.ts";
import { verifyEmail } from "./verify.ts";

const passwordHash = await hashPassword("right");
let log = vi.spyOn(console, "log");
beforeEach(() => {
	log = vi.spyOn(console, "log").mockReturnValue(undefined);
});
afterEach(() => vi.restoreAllMocks());
const readLog = () => log.mock.calls.map(([line]) => JSON.parse(String(line)));

const minuteMs = 60_000;

/** Creates Ada's account, which the tests change, and Bob's, which must stay the same. Both have a password and email links. */
async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const [ada, bob] = [await localShop.addAccount(), await localShop.addAccount()];
	await db.update(users).set({ passwordHash });
	const addLinks = async ({ id: userId }: Account) => {
		const token = createToken();
		const link = { tokenHash: await hashToken(token), expiresAt: new Date(Date.now() + minuteMs) };
		await db.insert(resetTokens).values({ userId, ...link });
		await db.insert(emailVerifications).values({ userId, ...link });
		return token;
	};
	const token = await addLinks(ada);
	await addLinks(bob);
	await createSession(db, bob.id);
	const { createContext } = localShop;
	const findUser = ({ id }: Account) => db.select().from(users).where(eq(users.id, id)).get();
	const readBobState = async () => ({
		user: await findUser(bob),
		resetLinkCount: await db.$count(resetTokens, eq(resetTokens.userId, bob.id)),
		verificationLinkCount: await db.$count(
			emailVerifications,
			eq(emailVerifications.userId, bob.id),
		),
		sessionCount: await db.$count(sessions, eq(sessions.userId, bob.id)),
	});
	return { localShop, db, ada, bob, token, createContext, findUser, readBobState };
}

const wrongPassword = { issues: [{ field: "password", message: errors.wrong_password.message }] };

test("reauthentication accepts the account's password and logs a wrong one", async () => {
	const { ada, createContext } = await createFixture();
	await reauthenticate(createContext(ada), ada, "right");
	expect(readLog()).toEqual([]);
	const passwordMissing = { issues: [{ field: "password", message: requiredMessages.password }] };
	await expect(reauthenticate(createContext(ada), ada, "")).rejects.toMatchObject(passwordMissing);
	await expect(reauthenticate(createContext(ada), ada, "wrong")).rejects.toMatchObject(
		wrongPassword,
	);
	expect(readLog()).toMatchObject([{ security: "re-authentication rejected", user: ada.id }]);
});

test("an account without a password must have signed in within the last fifteen minutes", async () => {
	const { db, ada, createContext } = await createFixture();
	await db.update(users).set({ passwordHash: null });
	const reauthenticateAfter = (authenticatedAt: Date | null) => {
		const context = createContext(ada);
		return reauthenticate(
			{ ...context, visitor: { ...context.visitor, authenticatedAt } },
			ada,
			"",
		);
	};
	await reauthenticateAfter(new Date(Date.now() - 14 * minuteMs));
	const signInRequired = { code: "recent_sign_in_required" };
	const tooOld = new Date(Date.now() - 15 * minuteMs);
	await expect(reauthenticateAfter(tooOld)).rejects.toMatchObject(signInRequired);
	await expect(reauthenticateAfter(null)).rejects.toMatchObject(signInRequired);
});

test("deleting an account is logged and changes no other account", async () => {
	const { ada, createContext, findUser, readBobState } = await createFixture();
	const before = await readBobState();
	await expect(deleteOwnAccount(createContext(ada), "wrong")).rejects.toMatchObject(wrongPassword);
	await deleteOwnAccount(createContext(ada), "right");
	expect(await findUser(ada)).toBeUndefined();
	expect(await readBobState()).toEqual(before);
	expect(readLog().at(-1)).toMatchObject({ security: "account deleted", user: ada.id });
});

test("the log entry of a rejected login identifies the account only by its ID", async () => {
	const { ada, createContext } = await createFixture();
	for (const email of [ada.email, "nobody@example.com"]) {
		const attempt = signInWithPassword(createContext(null), { email, password: "wrong" });
		await expect(attempt).rejects.toMatchObject({ status: 401 });
	}
	const entry = { security: "sign-in rejected", about: "password" };
	expect(readLog()).toMatchObject([
		{ ...entry, user: ada.id },
		{ ...entry, user: null },
	]);
	expect(
		await signInWithPassword(createContext(null), { email: ada.email, password: "right" }),
	).toMatchObject({
		account: { id: ada.id },
	});
});

test.each([true, false])(
	"a password reset changes no other account (data kept: %s)",
	async (keepsData) => {
		const { db, ada, bob, token, createContext, findUser, readBobState } = await createFixture();
		await db.update(users).set({ emailVerifiedAt: null });
		const challenge = { method: "password", expiresAt: new Date(9e12) };
		const challenges = [ada, bob].map(({ id }) => ({ ...challenge, id, userId: id }));
		await db.insert(signInChallenges).values(challenges);
		const before = await readBobState();
		await resetPassword(createContext(null), token, "new password", { keep: keepsData });
		expect(await readBobState()).toEqual(before);
		const updated = await findUser(ada);
		expect(await verifyPassword("new password", updated?.passwordHash ?? null)).toBe(true);
		expect(updated?.emailVerifiedAt).toBeInstanceOf(Date);
		const remainingChallenges = await db.select().from(signInChallenges);
		expect(
			remainingChallenges.map(({ userId }) => userId),
			"the other account's sign-in still waits for a code",
		).toEqual([bob.id]);
		expect(readLog()).toMatchObject([{ security: "password reset", user: ada.id }]);
	},
);

test("a takeover with Google changes no other account", async () => {
	const { db, ada, createContext, findUser, readBobState } = await createFixture();
	await db.update(users).set({ emailVerifiedAt: null });
	const before = await readBobState();
	const owner = { sub: "google", name: "Ada", email: ada.email, isGoogleAuthoritative: true };
	await takeOverWithGoogle(createContext(null), ada, owner);
	expect(await findUser(ada)).toMatchObject({ googleSub: "google", passwordHash: null });
	expect(await readBobState()).toEqual(before);
	expect(await db.$count(resetTokens)).toBe(1);
});

/** Fails the first batch that deletes reset links, either before D1 applies it or by losing the response afterward. */
function failOnce(when: "before" | "after", beforeRetry = async () => {}): QueryHook {
	let failures = 0;
	const fail = () => {
		throw new Error("D1_ERROR: Network connection lost.");
	};
	return async (statements) => {
		if (!statements.some((sql) => sql.startsWith('delete from "reset_tokens"'))) return undefined;
		failures += 1;
		if (failures > 1) await beforeRetry();
		else if (when === "before") fail();
		return failures === 1 ? fail : undefined;
	};
}

test("a retried reset succeeds if D1 committed it, and fails if its link was deleted in the meantime", async () => {
	const first = await createFixture();
	await resetPassword(first.createContext(null, failOnce("after")), first.token, "new password");
	expect(await first.db.$count(resetTokens)).toBe(1);
	const second = await createFixture();
	const beforeQuery = failOnce("before", async () => {
		await second.db.delete(resetTokens);
	});
	const expiredLink = { issues: [{ field: "token", message: errors.reset_link_expired.message }] };
	const reset = resetPassword(
		second.createContext(null, beforeQuery),
		second.token,
		"new password",
	);
	await expect(reset).rejects.toMatchObject(expiredLink);
	expect(await second.findUser(second.ada)).toMatchObject({ passwordHash });
});

test("canceling an account's unpaid orders skips another account's orders, and one that is paid in the meantime", async () => {
	const { localShop, db, ada, bob, createContext } = await createFixture();
	const productId = await localShop.addProduct(10);
	const place = (account = ada) =>
		placeOrder(createContext(account), {
			productId,
			quantity: 1,
			location: "Here",
			phone: "1",
			idempotencyKey: null,
		});
	const bobsOrderId = await place(bob);
	const [paidOrderId] = [await place(), await place()];
	let reads = 0;
	const context = createContext(ada, async () => {
		reads += 1;
		if (reads !== 2) return;
		const payment = { paidAt: new Date(), transactionId: "pi_1" };
		await db.update(orders).set(payment).where(eq(orders.id, paidOrderId));
	});
	await cancelUnpaidOrders(context, ada);
	const rows = await db.select().from(orders).orderBy(sql`rowid`);
	expect(rows).toMatchObject([
		{ id: bobsOrderId, state: "unpaid" },
		{ id: paidOrderId, state: "paid" },
		{ state: "cancelled" },
	]);
});

test("verifying an email deletes only that account's link", async () => {
	const fixture = await createFixture();
	const { ada, bob, token, localShop } = fixture;
	await localShop.db.update(users).set({ emailVerifiedAt: null });
	await verifyEmail(localShop.createContext(ada), token);
	const links = await localShop.db.select().from(emailVerifications);
	expect(links.map(({ userId }) => userId)).toEqual([bob.id]);
});
