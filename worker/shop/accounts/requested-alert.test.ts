import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import {
	emailVerifications,
	products,
	resetTokens,
	stockAlerts,
	users,
} from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { signInWithGoogle, takeOverWithGoogle } from "./google.ts";
import { resetPassword } from "./reset.ts";

/** Creates an account whose email is not verified yet, and which was created to request a stock alert. */
async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const account = await localShop.addAccount();
	const tool = await localShop.addProduct(0);
	const token = createToken();
	const link = {
		userId: account.id,
		tokenHash: await hashToken(token),
		expiresAt: new Date(Date.now() + 60_000),
	};
	await db
		.update(users)
		.set({ emailVerifiedAt: null, passwordHash: "hash" })
		.where(eq(users.id, account.id));
	await db.insert(resetTokens).values(link);
	await db.insert(emailVerifications).values({ ...link, tool });
	const context = localShop.createContext(null);
	const profile = { sub: "google", email: account.email, name: "Ada", isGoogleAuthoritative: true };
	return { db, account, tool, token, context, profile };
}

type Fixture = Awaited<ReturnType<typeof createFixture>>;

const signIn = ({ context, profile }: Fixture) =>
	signInWithGoogle(context, { ...profile, emailVerified: true });

const verifications: [name: string, count: number, (fixture: Fixture) => Promise<unknown>][] = [
	["a new password", 1, ({ context, token }) => resetPassword(context, token, "x", { keep: true })],
	["a Google sign-in that asks nothing", 1, signIn],
	[
		"a new password of an owner who did not create the account",
		0,
		({ context, token }) => resetPassword(context, token, "x"),
	],
	[
		"a Google sign-in of an owner who did not create the account",
		0,
		({ context, account, profile }) => takeOverWithGoogle(context, account, profile),
	],
	[
		"a Google sign-in once the tool can be ordered",
		0,
		async (fixture) => {
			await fixture.db.update(products).set({ quantity: 500 });
			await signIn(fixture);
		},
	],
	[
		"a new password of an account that is now staff's",
		0,
		async ({ db, context, token }) => {
			await db.update(users).set({ role: "support" });
			await resetPassword(context, token, "x", { keep: true });
		},
	],
];

test.each(verifications)("%s creates %i requested stock alert", async (_, count, verify) => {
	const fixture = await createFixture();
	await verify(fixture);
	const [user] = await fixture.db.select().from(users).where(eq(users.id, fixture.account.id));
	expect(user?.emailVerifiedAt).toBeInstanceOf(Date);
	const alerts = await fixture.db.select().from(stockAlerts);
	expect(alerts.map(({ userId, productId }) => [userId, productId])).toEqual(
		Array.from({ length: count }, () => [fixture.account.id, fixture.tool]),
	);
	expect(await fixture.db.$count(emailVerifications)).toBe(0);
});
