import { Hono } from "hono";
import { accountCalls } from "#contract/calls/accounts.ts";
import { success } from "#contract/messages.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { forgotPassword } from "#worker/shop/accounts/forgot.ts";
import { login } from "#worker/shop/accounts/login.ts";
import { isAdmin, updateProfile } from "#worker/shop/accounts/profile.ts";
import { resetPassword } from "#worker/shop/accounts/reset.ts";
import { createOwnAccessToken, signOut } from "#worker/shop/accounts/session.ts";
import { signup } from "#worker/shop/accounts/signup.ts";
import { answer } from "./calls.ts";
import { accountJson } from "./respond.ts";

export const accounts = new Hono<AppEnv>();

answer(accounts, accountCalls.signup, async ({ shop, readBody }) =>
	accountJson(await signup(shop, await readBody())),
);

answer(accounts, accountCalls.login, async ({ shop, readBody }) =>
	accountJson(await login(shop, await readBody())),
);

answer(accounts, accountCalls.logout, async ({ shop }) => {
	await signOut(shop);
	return accountJson(null);
});

answer(accounts, accountCalls.forgotPassword, async ({ shop, readBody }) => {
	await forgotPassword(shop, (await readBody()).email);
	return { message: success.emailSent };
});

answer(accounts, accountCalls.resetPassword, async ({ shop, readBody }) => {
	const { token, password } = await readBody();
	await resetPassword(shop, token, password);
	return { message: success.passwordChanged };
});

answer(accounts, accountCalls.createToken, async ({ shop, param }) => ({
	token: await createOwnAccessToken(shop, param("email")),
}));

answer(accounts, accountCalls.checkAdmin, async ({ shop, param }) => ({
	admin: await isAdmin(shop, param("email")),
}));

answer(accounts, accountCalls.updateProfile, async ({ shop, readBody }) => ({
	result: { modifiedCount: await updateProfile(shop, await readBody()) },
}));
