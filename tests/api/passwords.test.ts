import { scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { users } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { readResetToken } from "../support/emails.ts";
import { asJson, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const newEmail = () => `p${crypto.randomUUID().replaceAll("-", "")}@example.com`;
const login = async (email: string, password: string) =>
	(await shop.fetch("/auth/login", asJson({ email, password }))).status;

async function signUp(password: string): Promise<string> {
	const email = newEmail();
	const response = await shop.fetch("/auth/signup", asJson({ name: "N", email, password }));
	expect(response.status).toBe(200);
	return email;
}

test.each([
	["only letters", "lowercase"],
	["spaces, even at both ends", "  correct horse  "],
	["letters of any script and symbols", "пароль密码🔧ß"],
	["128 characters", `${"x".repeat(127)}y`],
	["text that looks like SQL or markup", `' OR 1=1 --<script>`],
])("accepts a password with %s, and compares it as typed", async (_, password) => {
	const email = await signUp(password);
	expect(await login(email, password)).toBe(200);
	const variants = [password.toUpperCase(), password.trim(), password.slice(0, -1), `${password} `];
	for (const variant of new Set(variants)) {
		if (variant !== password) expect([400, 401], variant).toContain(await login(email, variant));
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
	const { email, id } = await createAccount(shop, { password: "the password" });
	const key = scryptSync("the password", Buffer.alloc(16), 32, { cost: 1024, blockSize: 8 });
	const passwordHash = `scrypt$1024$8$1$${"A".repeat(22)}$${key.toString("base64url")}`;
	await shop.db.update(users).set({ passwordHash }).where(eq(users.id, id));
	expect(await login(email, "the password")).toBe(200);
	const row = await shop.db.select().from(users).where(eq(users.id, id)).get();
	expect(row?.passwordHash).toMatch(/^scrypt\$16384\$8\$5\$/);
	expect(await login(email, "the password")).toBe(200);
});

test("no response contains the password that was sent", async () => {
	const email = await signUp("a secret of mine");
	const body = new URLSearchParams({ email, password: "another secret" });
	const page = await shop.fetch("/login", { method: "POST", body });
	expect(await page.text()).not.toContain("another secret");
	await shop.fetch("/auth/forgot", asJson({ email }));
	const token = await readResetToken(shop, email);
	const reset = await shop.fetch("/auth/reset", asJson({ token, password: "short" }));
	expect(await reset.text()).not.toContain('"short"');
});
