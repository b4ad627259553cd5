import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { unstable_splitSqlQuery } from "wrangler";
import { auditLog, sessions, users } from "#worker/db/schema.ts";
import { createLocalShop, type LocalShop } from "../../tests/support/local-shop.ts";
import { promote } from "./promote.ts";
import type { Wrangler } from "./wrangler.ts";

function createFixture() {
	const local = createLocalShop();
	onTestFinished(local.close);
	return local;
}

/** A mock of `wrangler d1 execute` with the database of the test. */
const executeOn =
	({ anonymous }: LocalShop): Wrangler =>
	async (args) => {
		const statements = unstable_splitSqlQuery(args.at(-1) ?? "");
		const results = [];
		for (const text of statements) {
			results.push({ results: await anonymous.db.all(sql.raw(text)), success: true });
		}
		const stdout = JSON.stringify(results);
		return { code: 0, stdout, output: stdout };
	};

test("makes an account an admin as the dashboard does: with an audit entry, and with its sessions ended", async () => {
	const local = createFixture();
	const { db } = local.anonymous;
	const [account, other] = [await local.addAccount(), await local.addAccount()];
	await db.update(users).set({ email: "o'brien;--@x.de" }).where(eq(users.id, account.id));
	const expiresAt = new Date(Date.now() + 60_000);
	await db.insert(sessions).values([
		{ id: "own", userId: account.id, expiresAt },
		{ id: "other", userId: other.id, expiresAt },
	]);
	expect(await promote("o'brien;--@x.de", ["--local"], executeOn(local))).toBe(true);
	expect(await db.$count(users, eq(users.role, "admin"))).toBe(1);
	expect((await db.select().from(sessions)).map(({ id }) => id)).toEqual(["other"]);
	expect(await db.select().from(auditLog)).toMatchObject([
		{ action: "admin-made", actor: "npm run make-admin", userId: null, subjectId: account.id },
	]);
});

test("an account that is already an admin stays unchanged and gets no audit entry", async () => {
	const local = createFixture();
	const { email } = await local.addAccount("admin");
	expect(await promote(email, ["--local"], executeOn(local))).toBe(false);
	expect(await local.anonymous.db.$count(auditLog)).toBe(0);
});

test("if no account has the email, the error says what to do", async () => {
	const local = createFixture();
	await local.addAccount();
	const promotion = promote("nobody@x.de", ["--local"], executeOn(local));
	await expect(promotion).rejects.toThrow("There is no account nobody@x.de. Sign up");
});

test("shows wrangler's output and how to log in", async () => {
	const output = "✘ [ERROR] … it's necessary to set a CLOUDFLARE_API_TOKEN environment variable";
	const failed = { code: 1, stdout: "", output };
	await expect(promote("a@x.de", ["--remote"], async () => failed)).rejects.toThrow(
		"Log in: npx wrangler login",
	);
});
