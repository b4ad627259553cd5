import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { errors } from "#contract/errors.ts";
import { required } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import { hashPassword, verifyPassword } from "#worker/auth/passwords.ts";
import { createSession } from "#worker/auth/sessions.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import { emailVerifications, orders, resetTokens, sessions, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import type { Watcher } from "../../../tests/support/sqlite-d1.ts";
import { placeOrder } from "../orders/place.ts";
import { deleteOwnAccount, reauthenticate } from "./delete-account.ts";
import { takeOverByGoogle } from "./google.ts";
import { resetPassword } from "./reset.ts";
import { login } from "./session.ts";
import { cancelUnpaid } from "./takeover.ts";
import { verifyEmail } from "./verify.ts";

const passwordHash = await hashPassword("right");
let log = vi.spyOn(console, "log");
beforeEach(() => {
	log = vi.spyOn(console, "log").mockReturnValue(undefined);
});
afterEach(() => vi.restoreAllMocks());
const logged = () => log.mock.calls.map(([line]) => JSON.parse(String(line)));

const minute = 60_000;

/** Ada with a password, and Bob, who has a link and a session of his own. */
async function createFixture() {
	const local = createLocalShop();
	onTestFinished(local.close);
	const { db } = local.anonymous;
	const [ada, bob] = [await local.addAccount(), await local.addAccount()];
	await db.update(users).set({ passwordHash });
	const linkTo = async ({ id: userId }: Account) => {
		const token = createToken();
		const link = { tokenHash: await hashToken(token), expiresAt: new Date(Date.now() + minute) };
		await db.insert(resetTokens).values({ userId, ...link });
		await db.insert(emailVerifications).values({ userId, ...link });
		return token;
	};
	const token = await linkTo(ada);
	await linkTo(bob);
	await createSession(db, bob.id);
	const { shopOf } = local;
	const find = ({ id }: Account) => db.select().from(users).where(eq(users.id, id)).get();
	const ofBob = async () => ({
		user: await find(bob),
		links: await db.$count(resetTokens, eq(resetTokens.userId, bob.id)),
		verifications: await db.$count(emailVerifications, eq(emailVerifications.userId, bob.id)),
		sessions: await db.$count(sessions, eq(sessions.userId, bob.id)),
	});
	return { local, db, ada, bob, token, shopOf, find, ofBob };
}

const wrong = { issues: [{ field: "password", message: errors.wrong_password.message }] };

test("the owner of an account is authenticated by its password, and a wrong one is logged", async () => {
	const { ada, shopOf } = await createFixture();
	await reauthenticate(shopOf(ada), ada, "right");
	expect(logged()).toEqual([]);
	const missing = { issues: [{ field: "password", message: required.password }] };
	await expect(reauthenticate(shopOf(ada), ada, "")).rejects.toMatchObject(missing);
	await expect(reauthenticate(shopOf(ada), ada, "wrong")).rejects.toMatchObject(wrong);
	expect(logged()).toMatchObject([{ security: "deletion refused", user: ada.id }]);
});

test("without a password the owner is authenticated by a sign-in of the last fifteen minutes", async () => {
	const { db, ada, shopOf } = await createFixture();
	await db.update(users).set({ passwordHash: null });
	const { id } = await createSession(db, ada.id);
	const shop = shopOf(ada);
	const signedIn = { ...shop, visitor: { ...shop.visitor, sessionId: id } };
	const again = { code: "recent_sign_in_required" };
	await reauthenticate(signedIn, ada, "");
	await expect(reauthenticate(shop, ada, "")).rejects.toMatchObject(again);
	const before = new Date(Date.now() - 15 * minute - 1);
	await db.update(sessions).set({ createdAt: before });
	await expect(reauthenticate(signedIn, ada, "")).rejects.toMatchObject(again);
});

test("deleting an account is logged, and deletes nothing of another's", async () => {
	const { ada, bob, shopOf, find, ofBob } = await createFixture();
	const before = await ofBob();
	await expect(deleteOwnAccount(shopOf(ada), "wrong")).rejects.toMatchObject(wrong);
	await deleteOwnAccount(shopOf(ada), "right");
	expect(await find(ada)).toBeUndefined();
	expect(await ofBob()).toEqual(before);
	expect(logged().at(-1)).toMatchObject({ security: "account deleted", user: ada.id });
	expect(bob.id).not.toBe(ada.id);
});

test("a refused login is logged with only the account's id", async () => {
	const { ada, shopOf } = await createFixture();
	const refused = { status: 401 };
	const asked = { email: ada.email, password: "wrong" };
	await expect(login(shopOf(null), asked)).rejects.toMatchObject(refused);
	await expect(
		login(shopOf(null), { ...asked, email: "nobody@example.com" }),
	).rejects.toMatchObject(refused);
	const line = { security: "sign-in refused", about: "password" };
	expect(logged()).toMatchObject([
		{ ...line, user: ada.id },
		{ ...line, user: null },
	]);
	expect(await login(shopOf(null), { ...asked, password: "right" })).toMatchObject({
		account: { id: ada.id },
	});
});

test.each([true, false])("a reset changes one account's password (kept: %s)", async (keep) => {
	const { db, ada, token, shopOf, find, ofBob } = await createFixture();
	await db.update(users).set({ emailProvedAt: null });
	const before = await ofBob();
	await resetPassword(shopOf(null), token, "new password", { keep });
	expect(await ofBob()).toEqual(before);
	const own = await find(ada);
	expect(await verifyPassword("new password", own?.passwordHash ?? null)).toBe(true);
	expect(own?.emailProvedAt).toBeInstanceOf(Date);
	expect(logged()).toMatchObject([{ security: "password reset", user: ada.id }]);
});

test("Google's owner of an email takes over one account", async () => {
	const { db, ada, shopOf, find, ofBob } = await createFixture();
	await db.update(users).set({ emailProvedAt: null });
	const before = await ofBob();
	const owner = { sub: "google", name: "Ada", email: ada.email, ownsEmail: true };
	await takeOverByGoogle(shopOf(null), ada, owner);
	expect(await find(ada)).toMatchObject({ googleSub: "google", passwordHash: null });
	expect(await ofBob()).toEqual(before);
	expect(await db.$count(resetTokens)).toBe(1);
});

/** The first batch that deletes reset links is not applied, or its response is lost. */
function failingOnce(when: "before" | "after", meanwhile = async () => {}): Watcher {
	let failures = 0;
	const fail = () => {
		throw new Error("D1_ERROR: Network connection lost.");
	};
	return async (statements) => {
		if (!statements.some((sql) => sql.startsWith('delete from "reset_tokens"'))) return undefined;
		failures += 1;
		if (failures > 1) await meanwhile();
		else if (when === "before") fail();
		return failures === 1 ? fail : undefined;
	};
}

test("a reset whose response was lost succeeds; one whose link was deleted meanwhile fails", async () => {
	const first = await createFixture();
	await resetPassword(first.shopOf(null, failingOnce("after")), first.token, "new password");
	expect(await first.db.$count(resetTokens)).toBe(1);
	const second = await createFixture();
	const watch = failingOnce("before", async () => {
		await second.db.delete(resetTokens);
	});
	const dead = { issues: [{ field: "token", message: errors.reset_link_expired.message }] };
	const reset = resetPassword(second.shopOf(null, watch), second.token, "new password");
	await expect(reset).rejects.toMatchObject(dead);
	expect(await second.find(second.ada)).toMatchObject({ passwordHash });
});

test("an order that is paid while its account is emptied stays, and does not stop the rest", async () => {
	const { local, db, ada, shopOf } = await createFixture();
	const productId = await local.addProduct(10);
	const place = () =>
		placeOrder(shopOf(ada), {
			...{ productId, quantity: 1, location: "Here", phone: "1", idempotencyKey: null },
		});
	const [paid] = [await place(), await place()];
	let reads = 0;
	const shop = shopOf(ada, async () => {
		reads += 1;
		if (reads !== 2) return;
		const payment = { paidAt: new Date(), transactionId: "pi_1" };
		await db.update(orders).set(payment).where(eq(orders.id, paid));
	});
	await cancelUnpaid(shop, ada);
	expect(await db.select().from(orders).orderBy(orders.cancelledAt)).toMatchObject([
		{ id: paid, state: "paid" },
		{ state: "cancelled" },
	]);
});

test("verifying an email uses up the link of that account, and no other", async () => {
	const fixture = await createFixture();
	const { ada, bob, token, local } = fixture;
	await local.anonymous.db.update(users).set({ emailProvedAt: null });
	await verifyEmail(local.shopOf(ada), token);
	const left = await local.anonymous.db.select().from(emailVerifications);
	expect(left.map(({ userId }) => userId)).toEqual([bob.id]);
});
