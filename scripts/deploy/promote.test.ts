import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { unstable_splitSqlQuery } from "wrangler";
import { auditLog, sessions, users } from "#worker/db/schema.ts";
import { createLocalShop, type LocalShop } from "../../tests/support/local-shop.ts";
import { promote } from "./promote.ts";
import type { Wrangler } from "./wrangler.ts";

function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	return localShop;
}

/** Mocks `wrangler d1 execute` with the test's database. */
const mockExecute =
	({ db }: LocalShop): Wrangler =>
	async (args) => {
		const statements = unstable_splitSqlQuery(args.at(-1) ?? "");
		const results = [];
		for (const text of statements) {
			results.push({ results: await db.all(sql.raw(text)), success: true });
		}
		const stdout = JSON.stringify(results);
		return { code: 0, stdout, output: stdout };
	};

test("writes an audit entry and ends the account's sessions, like the dashboard", async () => {
	const localShop = createFixture();
	const { db } = localShop;
	const [account, bystander] = [await localShop.addAccount(), await localShop.addAccount()];
	await db.update(users).set({ email: "o'brien;--@x.de" }).where(eq(users.id, account.id));
	const expiresAt = new Date(Date.now() + 60_000);
	await db.insert(sessions).values([
		{ id: "promoted", userId: account.id, expiresAt },
		{ id: "bystander", userId: bystander.id, expiresAt },
	]);
	expect(await promote("o'brien;--@x.de", ["--local"], mockExecute(localShop))).toBe(true);
	expect(await db.$count(users, eq(users.role, "admin"))).toBe(1);
	expect((await db.select().from(sessions)).map(({ id }) => id)).toEqual(["bystander"]);
	expect(await db.select().from(auditLog)).toMatchObject([
		{ action: "admin-made", actor: "npm run make-admin", userId: null, subjectId: account.id },
	]);
});

test("writes no audit entry for an account that is already an admin", async () => {
	const localShop = createFixture();
	const { email } = await localShop.addAccount("admin");
	expect(await promote(email, ["--local"], mockExecute(localShop))).toBe(false);
	expect(await localShop.db.$count(auditLog)).toBe(0);
});

test("says how to create an account if none has the email", async () => {
	const localShop = createFixture();
	await localShop.addAccount();
	const promotion = promote("nobody@x.de", ["--local"], mockExecute(localShop));
	await expect(promotion).rejects.toThrow("There is no account for nobody@x.de. Sign up");
});

test("says that the database has no shop yet", async () => {
	const output = '{ "error": { "text": "no such table: audit_log: SQLITE_ERROR" } }';
	const run = async () => ({ code: 1, stdout: output, output });
	await expect(promote("me@x.de", ["--local"], run)).rejects.toThrow(
		"The database has no shop yet",
	);
});

test("says how to log in if wrangler is not logged in", async () => {
	const output = "✘ [ERROR] … it's necessary to set a CLOUDFLARE_API_TOKEN environment variable";
	const failure = { code: 1, stdout: "", output };
	await expect(promote("a@x.de", ["--remote"], async () => failure)).rejects.toThrow(
		"Log in: npx wrangler login",
	);
});
