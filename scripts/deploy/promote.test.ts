import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { unstable_splitSqlQuery } from "wrangler";
import { auditLog, sessions, users } from "#worker/db/schema.ts";
import { createLocalShop, type LocalShop } from "../../tests/support/local-shop.ts";
import { promote } from "./promote.ts";
import type { Wrangler } from "./wrangler.ts";

function arrange() {
	const local = createLocalShop();
	onTestFinished(local.close);
	return local;
}

/** `wrangler d1 execute`, on the database of this test. */
const executeOn =
	({ anonymous }: LocalShop): Wrangler =>
	async (args) => {
		const statements = unstable_splitSqlQuery(args.at(-1) ?? "");
		const answers = [];
		for (const text of statements) {
			answers.push({ results: await anonymous.db.all(sql.raw(text)), success: true });
		}
		const stdout = JSON.stringify(answers);
		return { code: 0, stdout, output: stdout };
	};

test("an account becomes an admin as in the shop: with an audit entry, and signed out", async () => {
	const local = arrange();
	const { db } = local.anonymous;
	const [account, other] = [await local.addAccount(), await local.addAccount()];
	await db.update(users).set({ email: "o'brien;--@x.de" }).where(eq(users.id, account.id));
	const expiresAt = new Date(Date.now() + 60_000);
	await db.insert(sessions).values([
		{ id: "theirs", userId: account.id, expiresAt },
		{ id: "another's", userId: other.id, expiresAt },
	]);
	expect(await promote("o'brien;--@x.de", ["--local"], executeOn(local))).toBe(true);
	expect(await db.$count(users, eq(users.role, "admin"))).toBe(1);
	expect((await db.select().from(sessions)).map(({ id }) => id)).toEqual(["another's"]);
	expect(await db.select().from(auditLog)).toMatchObject([
		{ action: "admin-made", actor: "npm run make-admin", userId: null, subjectId: account.id },
	]);
});

test("making an admin of an admin changes nothing and writes no audit entry", async () => {
	const local = arrange();
	const { email } = await local.addAccount("admin");
	expect(await promote(email, ["--local"], executeOn(local))).toBe(false);
	expect(await local.anonymous.db.$count(auditLog)).toBe(0);
});

test("where there is no such account, it says what to do", async () => {
	const local = arrange();
	await local.addAccount();
	const promoted = promote("nobody@x.de", ["--local"], executeOn(local));
	await expect(promoted).rejects.toThrow("There is no account nobody@x.de. Sign up");
});

test("wrangler's own words are shown", async () => {
	const output = "✘ [ERROR] … it's necessary to set a CLOUDFLARE_API_TOKEN environment variable";
	const failed = { code: 1, stdout: "", output };
	await expect(promote("a@x.de", ["--remote"], async () => failed)).rejects.toThrow(
		"Log in: npx wrangler login",
	);
});
