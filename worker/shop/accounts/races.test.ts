import { scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { hashPassword, verifyPassword } from "#worker/auth/passwords.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import { resetTokens, sessions, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import type { Watcher } from "../../../tests/support/sqlite-d1.ts";
import type { Shop } from "../context.ts";
import { resetPassword } from "./reset.ts";
import { login, signup } from "./session.ts";

/** Hashing takes seconds where many tests run at once. */
const slow = { timeout: 60_000 };
const oldHash = await hashPassword("old password");

/** A hash as an earlier version of the shop may have made it, with half the cost. */
function outdatedHash(password: string): string {
	const salt = Buffer.alloc(16, 7);
	const key = scryptSync(password, salt, 32, { cost: 2 ** 13, blockSize: 8, parallelization: 5 });
	return ["scrypt", 2 ** 13, 8, 5, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** An account with a password and a reset link. */
async function createFixture(passwordHash = oldHash) {
	const local = createLocalShop();
	onTestFinished(local.close);
	const { db } = local.anonymous;
	const { id, email } = await local.addAccount();
	await db.update(users).set({ passwordHash }).where(eq(users.id, id));
	const token = createToken();
	const link = { tokenHash: await hashToken(token), expiresAt: new Date(Date.now() + 60_000) };
	await db.insert(resetTokens).values({ userId: id, ...link });
	const shopOf = (watch: Watcher): Shop => local.shopOf(null, watch);
	const hashNow = async () =>
		(await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id)).get())?.hash;
	return { db, email, id, token, shopOf, hashNow, calm: shopOf(() => undefined) };
}

/** @returns a watcher that does something once, before the first round trip with these words */
function before(words: RegExp, act: () => Promise<unknown>): Watcher {
	let done = false;
	return async (statements) => {
		if (done || !statements.some((sql) => words.test(sql))) return;
		done = true;
		await act();
	};
}

test(
	"a password that is changed before the session of its login begins gets no session",
	slow,
	async () => {
		const { db, email, token, shopOf, calm } = await createFixture();
		const shop = shopOf(
			before(/insert into "sessions"/, () => resetPassword(calm, token, "new password")),
		);
		await expect(login(shop, { email, password: "old password" })).rejects.toMatchObject({
			code: "invalid_credentials",
		});
		expect(await db.$count(sessions), "a new password ends every session").toBe(0);
		await login(calm, { email, password: "new password" });
		expect(await db.$count(sessions)).toBe(1);
	},
);

test(
	"hashing an old password with new parameters does not undo a password that is set meanwhile",
	slow,
	async () => {
		const { db, email, token, shopOf, hashNow, calm } = await createFixture(
			outdatedHash("old password"),
		);
		const shop = shopOf(
			before(/update "users" set "password_hash"/, () =>
				resetPassword(calm, token, "new password"),
			),
		);
		await expect(login(shop, { email, password: "old password" })).rejects.toMatchObject({
			status: 401,
		});
		expect(await verifyPassword("new password", (await hashNow()) ?? null)).toBe(true);
		expect(await db.$count(sessions)).toBe(0);
	},
);

test("two logins at once that both rehash an outdated password both sign in", slow, async () => {
	const { db, email, shopOf, hashNow, calm } = await createFixture(outdatedHash("old password"));
	const asked = { email, password: "old password" };
	const shop = shopOf(before(/update "users" set "password_hash"/, () => login(calm, asked)));
	await login(shop, asked);
	expect(await db.$count(sessions)).toBe(2);
	expect(await hashNow()).toMatch(/^scrypt\$16384\$/);
});

test(
	"an account that its owner takes over while it is made signs nobody else in",
	slow,
	async () => {
		const { db, shopOf } = await createFixture();
		const email = "owner@example.com";
		const shop = shopOf(
			before(/insert into "sessions"/, () =>
				db.update(users).set({ passwordHash: null }).where(eq(users.email, email)),
			),
		);
		await expect(
			signup(shop, { name: "Squatter", email, password: "squatted" }),
		).rejects.toMatchObject({ status: 401 });
		expect(await db.$count(sessions)).toBe(0);
	},
);

test("an account that is deleted before its session begins gets none", slow, async () => {
	const { db, email, id, shopOf } = await createFixture();
	const shop = shopOf(
		before(/insert into "sessions"/, () => db.delete(users).where(eq(users.id, id))),
	);
	await expect(login(shop, { email, password: "old password" })).rejects.toMatchObject({
		status: 401,
	});
	expect(await db.$count(sessions)).toBe(0);
});

test(
	"a session whose answer was lost is there once, and the one before it ends",
	slow,
	async () => {
		const { db, email, shopOf, calm } = await createFixture();
		let lost = false;
		const shop = shopOf((statements) => {
			if (lost || !statements.some((sql) => sql.startsWith('insert into "sessions"'))) return;
			return () => {
				lost = true;
				throw new Error("D1_ERROR: Network connection lost.");
			};
		});
		await login(calm, { email, password: "old password" });
		const [earlier] = await db.select().from(sessions);
		const visitor = { ...shop.visitor, sessionId: earlier?.id ?? null };
		await login({ ...shop, visitor }, { email, password: "old password" });
		const left = await db.select().from(sessions);
		expect(left).toHaveLength(1);
		expect(left[0]?.id).not.toBe(earlier?.id);
	},
);
