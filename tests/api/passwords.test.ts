import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { users } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { readResetToken } from "../support/emails.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const createEmail = () => `p${crypto.randomUUID().replaceAll("-", "")}@example.com`;
const readLoginStatus = async (email: string, password: string) =>
	(await shop.fetch("/auth/login", createJsonInit({ email, password }))).status;

async function signUp(password: string): Promise<string> {
	const email = createEmail();
	const response = await shop.fetch("/auth/signup", createJsonInit({ name: "N", email, password }));
	expect(response.status).toBe(200);
	return email;
}

test.each([
	["only letters", "lowercase", ["LOWERCASE", "lowercas", "lowercase "]],
	["spaces, even at both ends", "  correct horse  ", ["correct horse"]],
	["letters of any script and symbols", "пароль密码🔧ß", ["ПАРОЛЬ密码🔧SS"]],
	["128 characters", `${"x".repeat(127)}y`, ["x".repeat(127)]],
	["text that looks like SQL or markup", `' OR 1=1 --<script>`, []],
])("accepts a password with %s and compares it exactly", async (_, password, wrongPasswords) => {
	const email = await signUp(password);
	expect(await readLoginStatus(email, password)).toBe(200);
	for (const wrongPassword of wrongPasswords) {
		expect(await readLoginStatus(email, wrongPassword), wrongPassword).toBe(401);
	}
});

test("the database stores a password only as a salted scrypt hash that takes 16 MiB of memory", async () => {
	const emails = [await signUp("the same password"), await signUp("the same password")];
	const rows = await Promise.all(
		emails.map((email) => shop.db.select().from(users).where(eq(users.email, email)).get()),
	);
	const hashes = rows.map((row) => row?.passwordHash ?? "");
	for (const hash of hashes) expect(hash).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
	expect(hashes[0]).not.toBe(hashes[1]);
	expect(JSON.stringify(rows)).not.toContain("the same password");
});

test("a hash with old parameters is replaced at the next login", async () => {
	const options = { password: "the password", isHashedQuickly: true };
	const { email, id } = await createAccount(shop, options);
	expect(await readLoginStatus(email, "the password")).toBe(200);
	const row = await shop.db.select().from(users).where(eq(users.id, id)).get();
	expect(row?.passwordHash).toMatch(/^scrypt\$16384\$8\$5\$/);
	expect(await readLoginStatus(email, "the password")).toBe(200);
});

test("no response contains the password that was sent", async () => {
	const account = { password: "a secret of mine", isHashedQuickly: true };
	const { email } = await createAccount(shop, account);
	const body = new URLSearchParams({ email, password: "another secret" });
	const page = await shop.fetch("/login", { method: "POST", body });
	expect(await page.text()).not.toContain("another secret");
	await shop.fetch("/auth/forgot", createJsonInit({ email }));
	const token = await readResetToken(shop, email);
	const reset = await shop.fetch("/auth/reset", createJsonInit({ token, password: "short" }));
	expect(await reset.text()).not.toContain('"short"');
});
