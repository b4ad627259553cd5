import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { createAccount } from "../support/accounts.ts";
import { compareTimes } from "../support/compare-times.ts";
import { fullCostPassword, otherPassword, validPassword } from "../support/passwords.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const createEmail = () => `new${crypto.randomUUID().replaceAll("-", "")}@example.com`;
const signUp = (email: string, password = otherPassword) =>
	shop.fetch("/auth/signup", createJsonInit({ name: "N", email, password }));

test("sign-up reveals that an email is taken, but nothing else about its account", async () => {
	const { email, name } = await createAccount(shop, {
		name: "Account Owner",
		password: validPassword,
	});
	const response = await signUp(email);
	const message = errors.email_taken.message;
	expect([response.status, await response.json()]).toEqual([
		400,
		{ message, code: "email_taken", issues: [{ field: "email", message }] },
	]);
	expect(response.headers.getSetCookie().join()).not.toMatch(/session=\w/);
	const loginResponse = await shop.fetch(
		"/auth/login",
		createJsonInit({ email, password: validPassword }),
	);
	expect(await loginResponse.json()).toMatchObject({ account: { name } });
});

test("sign-up takes as long for a taken email as for a new one", { timeout: 60_000 }, async () => {
	const { email } = await createAccount(shop, { password: validPassword });
	const ratio = await compareTimes(
		7,
		() => signUp(email, fullCostPassword),
		() => signUp(createEmail(), fullCostPassword),
	);
	expect(ratio).toBeGreaterThan(0.5);
	expect(ratio).toBeLessThan(2);
});
