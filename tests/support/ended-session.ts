import { eq } from "drizzle-orm";
import { sessions } from "#worker/db/schema.ts";
import { createAccount, type TestAccount } from "./accounts.ts";
import { readPage } from "./html-page.ts";
import { validPassword as password } from "./passwords.ts";
import type { TestShop } from "./shop.ts";
import { createVisitor } from "./visitor.ts";

/** Returns helpers for tests in which a session ends while a page is open. */
export const createEndedSessionHelpers = (shop: TestShop) => ({
	createUser: (role: "shopper" | "admin" = "shopper") =>
		createAccount(shop, { role, password, useFastHash: true }),
	/** Opens a page as the account. `logInInNewTab` logs the same browser in, by default as the same account. */
	async openPage(path: string, account: TestAccount) {
		const visitor = createVisitor(shop, { session: account.session });
		const logInInNewTab = async ({ email } = account) =>
			(await readPage(visitor, "/login")).press("Login", { Email: email, Password: password });
		return { page: await readPage(visitor, path), logInInNewTab };
	},
	endSessions: ({ id }: TestAccount) => shop.db.delete(sessions).where(eq(sessions.userId, id)),
});
