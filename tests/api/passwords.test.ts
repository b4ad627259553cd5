import { scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { passwordLength } from "#contract/limits.ts";
import { users } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { readResetToken } from "../support/emails.ts";
import {
	asPassword,
	fullCostPassword,
	otherPassword,
	tooShortPassword,
	validPassword,
} from "../support/passwords.ts";
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

const letters = asPassword("lowercase");
const words = asPassword("correct horse");
const symbols = asPassword("пароль密码🔧ß");
const longest = "x".repeat(passwordLength.max);

test.each([
	["only letters", letters, [letters.toUpperCase(), letters.slice(0, -1), `${letters} `]],
	["spaces, even at both ends", `  ${words}  `, [words]],
	["letters of any script and symbols", symbols, [symbols.toUpperCase()]],
	["the maximum length", `${longest.slice(1)}y`, [longest.slice(1)]],
	["text that looks like SQL or markup", asPassword(`' OR 1=1 --<script>`), []],
])("accepts a password with %s and compares it exactly", async (_, password, wrongPasswords) => {
	const email = await signUp(password);
	expect(await readLoginStatus(email, password)).toBe(200);
	for (const wrongPassword of wrongPasswords) {
		expect(await readLoginStatus(email, wrongPassword), wrongPassword).toBe(401);
	}
});

test("the database stores a password only as a salted scrypt hash that takes 16 MiB of memory", async () => {
	const emails = [await signUp(fullCostPassword), await signUp(fullCostPassword)];
	const rows = await Promise.all(
		emails.map((email) => shop.db.select().from(users).where(eq(users.email, email)).get()),
	);
	const hashes = rows.map((row) => row?.passwordHash ?? "");
	const parameters = { cost: 16_384, blockSize: 8, parallelization: 5, maxmem: 64 * 1024 * 1024 };
	for (const hash of hashes) {
		const [, salt = ""] = /^scrypt\$16384\$8\$5\$([\w-]{22})\$[\w-]{43}$/.exec(hash) ?? [];
		const key = scryptSync(fullCostPassword, Buffer.from(salt, "base64url"), 32, parameters);
		expect(hash).toBe(`scrypt$16384$8$5$${salt}$${key.toString("base64url")}`);
	}
	expect(hashes[0]).not.toBe(hashes[1]);
	expect(JSON.stringify(rows)).not.toContain(fullCostPassword);
});

test("a hash with old parameters is replaced at the next login", async () => {
	const options = { password: validPassword, useFastHash: true };
	const { email, id } = await createAccount(shop, options);
	expect(await readLoginStatus(email, validPassword)).toBe(200);
	const row = await shop.db.select().from(users).where(eq(users.id, id)).get();
	expect(row?.passwordHash).toMatch(/^scrypt\$16384\$8\$5\$/);
	expect(await readLoginStatus(email, validPassword)).toBe(200);
});

test("no response contains the password that was sent", async () => {
	const account = { password: validPassword, useFastHash: true };
	const { email } = await createAccount(shop, account);
	const body = new URLSearchParams({ email, password: otherPassword });
	const pageResponse = await shop.fetch("/login", { method: "POST", body });
	expect(await pageResponse.text()).not.toContain(otherPassword);
	await shop.fetch("/auth/forgot", createJsonInit({ email }));
	const token = await readResetToken(shop, email);
	const resetResponse = await shop.fetch(
		"/auth/reset",
		createJsonInit({ token, password: tooShortPassword }),
	);
	expect(await resetResponse.text()).not.toContain(`"${tooShortPassword}"`);
});
