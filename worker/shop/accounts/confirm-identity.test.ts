import { eq, isNotNull } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { hashPassword } from "#worker/auth/passwords.ts";
import { createSession, getSession } from "#worker/auth/sessions.ts";
import {
	recoveryCodes,
	secondFactors,
	sessions,
	signInChallenges,
	users,
} from "#worker/db/schema.ts";
import { refundInput } from "../../../tests/model/refund-fixture.ts";
import { createLocalShop, withEnv } from "../../../tests/support/local-shop.ts";
import {
	addSecondFactor,
	createTotp,
	recoveryCodePrefix,
} from "../../../tests/support/second-factor.ts";
import { refundOrder } from "../payments/refund-order.ts";
import { confirmIdentity, getConfirmMethod } from "./confirm-identity.ts";
import { setRole } from "./roles.ts";
import { regenerateRecoveryCodes, removeSecondFactor, resetSecondFactor } from "./second-factor.ts";

const password = "first long secret";
const passwordHash = await hashPassword(password);
const minuteMs = 60_000;

/** Creates an admin who signed in this many minutes ago. */
async function createFixture(minutesSinceSignIn = 16) {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const [admin, colleague] = [
		await localShop.addAccount("admin"),
		await localShop.addAccount("support"),
	];
	await db.update(users).set({ passwordHash }).where(eq(users.id, admin.id));
	const { id, token } = await createSession(db, admin.id);
	const createdAt = new Date(Date.now() - minutesSinceSignIn * minuteMs);
	await db.update(sessions).set({ createdAt });
	const context = localShop.createContext(admin);
	/** Creates the context of the session's next request. */
	const createNextContext = async () => {
		const authenticatedAt = (await getSession(db, token))?.authenticatedAt ?? null;
		return { ...context, visitor: { ...context.visitor, sessionId: id, authenticatedAt } };
	};
	return { db, admin, colleague, createNextContext, createContext: localShop.createContext };
}

test("refunds, role changes and second-factor resets require a sign-in within the last fifteen minutes", async () => {
	const { colleague, createNextContext } = await createFixture();
	const context = await createNextContext();
	const { email } = colleague;
	const actions = [
		() => refundOrder(context, "order", refundInput),
		() => setRole(context, email, "shopper"),
		() => resetSecondFactor(context, email),
	];
	for (const action of actions) {
		await expect(action()).rejects.toMatchObject({ code: "confirmation_required", status: 403 });
	}
	const afterRecentSignIn = await createFixture(14);
	expect(
		await setRole(
			await afterRecentSignIn.createNextContext(),
			afterRecentSignIn.colleague.email,
			"shopper",
		),
	).toBe(1);
});

test("entering the password confirms the session for the current and later requests", async () => {
	const { colleague, createNextContext } = await createFixture();
	expect(await getConfirmMethod(await createNextContext())).toMatchObject({ method: "password" });
	const wrongAttempt = confirmIdentity(await createNextContext(), { password: "wrong" });
	await expect(wrongAttempt).rejects.toMatchObject({ code: "wrong_password" });
	await expect(
		confirmIdentity(await createNextContext(), { code: "000000" }),
	).rejects.toMatchObject({
		issues: [{ field: "password" }],
	});
	const confirmedContext = await confirmIdentity(await createNextContext(), { password });
	expect(await setRole(confirmedContext, colleague.email, "fulfillment")).toBe(1);
	expect(await setRole(await createNextContext(), colleague.email, "shopper")).toBe(1);
});

test("an account with a second factor confirms its identity with a code that works once", async () => {
	const { db, admin, createNextContext } = await createFixture();
	await addSecondFactor(db, admin.id);
	const context = await createNextContext();
	expect(await getConfirmMethod(context)).toMatchObject({ method: "code" });
	const wrongCode = { issues: [{ field: "code" }] };
	await expect(confirmIdentity(context, { password })).rejects.toMatchObject(wrongCode);
	await expect(confirmIdentity(context, { code: "000000" })).rejects.toMatchObject(wrongCode);
	const code = await createTotp();
	await confirmIdentity(context, { code });
	await expect(confirmIdentity(context, { code })).rejects.toMatchObject(wrongCode);
	await confirmIdentity(context, { code: recoveryCodePrefix + admin.id });
	expect(await db.$count(recoveryCodes)).toBe(0);
});

test("a code cannot confirm two sessions at the same time", async () => {
	const { db, admin, createNextContext, createContext } = await createFixture();
	await addSecondFactor(db, admin.id);
	const code = await createTotp();
	const { visitor } = await createNextContext();
	const { id: sessionId } = await createSession(db, admin.id);
	let hasRun = false;
	const context = createContext(admin, async (statements) => {
		if (hasRun || !statements.some((sql) => sql.startsWith('update "sessions"'))) return;
		hasRun = true;
		await confirmIdentity(await createNextContext(), { code });
	});
	const otherSession = { ...context, visitor: { ...visitor, sessionId } };
	await expect(confirmIdentity(otherSession, { code })).rejects.toMatchObject({
		issues: [{ field: "code" }],
	});
	expect(await db.$count(sessions, isNotNull(sessions.confirmedAt))).toBe(1);
});

test.each([
	["LIMIT_5", { code: "000000" }],
	["LIMIT_60", { passkey: {} as never }],
])("confirming an identity is limited by %s", async (limit, proof) => {
	const { db, admin, createNextContext } = await createFixture();
	await addSecondFactor(db, admin.id);
	const overLimit = { limit: async () => ({ success: false }) };
	const context = withEnv(await createNextContext(), { [limit]: overLimit });
	await expect(confirmIdentity(context, proof)).rejects.toMatchObject({ status: 429 });
});

test("an account may try twenty codes in ten minutes, counting sign-ins and confirmations together", async () => {
	const { db, admin, createNextContext } = await createFixture();
	await addSecondFactor(db, admin.id);
	const context = await createNextContext();
	const attempts = await Promise.allSettled(
		Array.from({ length: 25 }, () => confirmIdentity(context, { code: "000000" })),
	);
	const isLimited = (result: PromiseSettledResult<unknown>) =>
		result.status === "rejected" && result.reason.code === "rate_limited";
	expect(attempts.filter(isLimited)).toHaveLength(5);
	const code = await createTotp();
	await expect(confirmIdentity(context, { code })).rejects.toMatchObject({ code: "rate_limited" });
	await db.update(signInChallenges).set({ expiresAt: new Date(0) });
	await confirmIdentity(context, { code });
});

test("the password alone neither turns off a second factor nor renews its recovery codes", async () => {
	const { db, admin, createNextContext } = await createFixture();
	await addSecondFactor(db, admin.id);
	for (const change of [removeSecondFactor, regenerateRecoveryCodes]) {
		const attempt = change(await createNextContext(), password);
		await expect(attempt).rejects.toMatchObject({ code: "confirmation_required" });
	}
	const confirmedContext = await confirmIdentity(await createNextContext(), {
		code: await createTotp(),
	});
	expect(await regenerateRecoveryCodes(confirmedContext, password)).toHaveLength(10);
	await removeSecondFactor(await createNextContext(), password);
	expect(await db.$count(secondFactors)).toBe(0);
});

test("an account with only a Google sign-in must sign in again", async () => {
	const { db, createNextContext } = await createFixture();
	await db.update(users).set({ passwordHash: null });
	expect(await getConfirmMethod(await createNextContext())).toMatchObject({ method: "google" });
	await expect(confirmIdentity(await createNextContext(), { password: "" })).rejects.toMatchObject({
		code: "recent_sign_in_required",
	});
});
