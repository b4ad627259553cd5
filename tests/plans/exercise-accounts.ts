import { eq } from "drizzle-orm";
import * as v from "valibot";
import { sessions } from "#worker/db/schema.ts";
import { createFixture } from "../api/contract/fixture.ts";
import { createAccount } from "../support/accounts.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { readEmails, readResetToken } from "../support/emails.ts";
import { createEmailAddress, signInWithGoogle, workspaceAccount } from "../support/google.ts";
import { createAuthenticator } from "../support/passkeys.ts";
import { otherPassword, validPassword } from "../support/passwords.ts";
import { addSecondFactor, createTotp } from "../support/second-factor.ts";
import { createJsonInit, type TestShop } from "../support/shop.ts";
import { createVisitor } from "../support/visitor.ts";
import { requireSuccess } from "./require-success.ts";

/** Places orders up to the limit of an unverified account, then verifies the email address. */
async function exerciseVerification(shop: TestShop): Promise<void> {
	const { product } = await createFixture(shop);
	const account = await createAccount(shop, { isVerified: false });
	const order = { toolId: product.id, email: account.email, location: "Here", phone: "1" };
	for (let index = 0; index < 4; index++) {
		await account.fetch("/orders", createJsonInit({ ...order, quantity: 10 }));
	}
	const post = (fields: Record<string, string>) =>
		requireSuccess(
			account.fetch("/verify-email", { method: "POST", body: new URLSearchParams(fields) }),
		);
	await post({ intent: "resend" });
	const [newestEmail] = await readEmails(shop, account.email);
	const [, token = ""] = /verify-email\?token=(\w+)/.exec(newestEmail?.text ?? "") ?? [];
	await account.fetch(`/verify-email?token=${token}`);
	await post({ token });
}

async function exercisePasswords(shop: TestShop): Promise<void> {
	const account = {
		email: `exercise${Date.now()}@example.com`,
		password: validPassword,
		name: "Exercise",
	};
	for (const path of ["signup", "signup", "login", "forgot"]) {
		await createVisitor(shop).fetch(`/auth/${path}`, createJsonInit(account));
	}
	const token = await readResetToken(shop, account.email);
	await shop.fetch(`/reset-password?token=${token}`);
	const password = otherPassword;
	await requireSuccess(shop.fetch("/auth/reset", createJsonInit({ token, password })));
	const visitor = createVisitor(shop);
	await requireSuccess(visitor.fetch("/auth/login", createJsonInit({ ...account, password })));
	await requireSuccess(visitor.fetch("/auth/logout", { method: "POST" }));
}

/** Signs in with Google to a new account, a verified one and two unverified ones. Links one of the unverified accounts, and empties the other. */
async function exerciseGoogle(shop: TestShop): Promise<void> {
	const signIn = async (email: string) => {
		const visitor = createVisitor(shop);
		await signInWithGoogle(shop, visitor, workspaceAccount(email));
		return visitor;
	};
	await signIn(createEmailAddress());
	await signIn((await createAccount(shop)).email);
	for (const intent of ["link", "empty"]) {
		const { product } = await createFixture(shop);
		const password = validPassword;
		const account = await createAccount(shop, {
			isVerified: false,
			useFastHash: true,
			password,
		});
		await createCheckoutHelpers(shop, product).placeOrder(account);
		const visitor = await signIn(account.email);
		await visitor.fetch("/link-google");
		const body = new URLSearchParams({ intent, password });
		await requireSuccess(visitor.fetch("/link-google", { method: "POST", body }));
	}
}

/** Sends a request with a session that expires soon. The request extends the session. */
async function exerciseExpiringSession(shop: TestShop): Promise<void> {
	const account = await createAccount(shop);
	const expiresAt = new Date(Date.now() + 86_400_000);
	await shop.db.update(sessions).set({ expiresAt }).where(eq(sessions.userId, account.id));
	await account.fetch("/dashbord");
}

/** Deletes the account of a shopper with an unpaid order. */
async function exerciseAccountDeletion(shop: TestShop): Promise<void> {
	const { product } = await createFixture(shop);
	const account = await createAccount(shop);
	await createCheckoutHelpers(shop, product).placeOrder(account);
	const body = new URLSearchParams({ email: account.email, sure: "yes" });
	await requireSuccess(account.fetch("/dashbord/deleteaccount", { method: "POST", body }));
}

/** Signs in with a wrong code and with a right one. */
async function exerciseSecondFactor(shop: TestShop): Promise<void> {
	const password = validPassword;
	const { id, email } = await createAccount(shop, { role: "support", password });
	await addSecondFactor(shop.db, id);
	const visitor = createVisitor(shop);
	await visitor.fetch("/auth/login", createJsonInit({ email, password }));
	for (const code of ["000000", await createTotp()]) {
		await visitor.fetch("/auth/second-factor", createJsonInit({ code }));
	}
}

/** Adds a passkey, confirms the account with it, and signs in with it. */
async function exercisePasskeys(shop: TestShop): Promise<void> {
	const account = await createAccount(shop);
	const { create, sign } = await createAuthenticator("http://localhost:8787");
	const requestOptions = async (path: string) => {
		const response = await account.fetch(path, createJsonInit({}));
		return v.parse(v.object({ challenge: v.string() }), await response.json());
	};
	const passkey = await create(await requestOptions("/passkey-options"));
	await requireSuccess(account.fetch("/passkeys", createJsonInit({ passkey })));
	for (const path of ["/auth/confirm", "/auth/passkey"]) {
		const assertion = await sign(account.id, await requestOptions("/auth/passkey-options"));
		await requireSuccess(account.fetch(path, createJsonInit({ passkey: assertion })));
	}
}

/** Exercises sign-up, sign-in, password resets, verification, second factors, passkeys, sessions and the deletion of an account. */
export async function exerciseAccounts(shop: TestShop): Promise<void> {
	await exercisePasswords(shop);
	await exerciseVerification(shop);
	await exerciseGoogle(shop);
	await exerciseSecondFactor(shop);
	await exercisePasskeys(shop);
	await exerciseExpiringSession(shop);
	await exerciseAccountDeletion(shop);
}
