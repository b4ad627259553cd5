import type { Context } from "hono";
import { accountCalls } from "#contract/calls/accounts.ts";
import { ShopError } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import { createApp } from "#worker/http/app.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { confirmIdentity } from "#worker/shop/accounts/confirm-identity.ts";
import { updateProfile } from "#worker/shop/accounts/profile.ts";
import { forgotPassword, resetPassword } from "#worker/shop/accounts/reset.ts";
import { makeAdmin, setRole } from "#worker/shop/accounts/roles.ts";
import {
	confirmSecondFactor,
	getSecondFactor,
	regenerateRecoveryCodes,
	removeSecondFactor,
	resetSecondFactor,
	startSecondFactor,
} from "#worker/shop/accounts/second-factor.ts";
import { completeSignIn } from "#worker/shop/accounts/second-step.ts";
import {
	endOtherSessions,
	endSession,
	listSessions,
	type OwnSession,
} from "#worker/shop/accounts/sessions.ts";
import {
	issueAccessToken,
	type SignInResult,
	signInWithPassword,
	signOut,
	signUp,
} from "#worker/shop/accounts/sign-in.ts";
import { deleteUser, isAdmin, listUsers, type User } from "#worker/shop/accounts/users.ts";
import { register, respondWithPage, toDeleteResult } from "./calls.ts";

const toAccountJson = (account: Account | null) => ({
	account: account && { email: account.email, name: account.name, role: account.role },
});

const toUserJson = ({ id, email, name, role, img, phone }: User) => ({
	_id: id,
	email,
	name,
	role,
	img,
	phone,
});

const toSessionJson = ({ id, device, country, isCurrent, ...times }: OwnSession) => ({
	_id: id,
	device,
	country,
	createdAt: times.createdAt.toISOString(),
	lastUsedAt: times.lastUsedAt.toISOString(),
	expiresAt: times.expiresAt.toISOString(),
	current: isCurrent,
});

export const accountRoutes = createApp();

/** Sets the session cookie, or the cookie for the second login step. @throws ShopError 401 if a code is still required */
export function startSession({ var: { cookies } }: Context<AppEnv>, result: SignInResult) {
	cookies.startSession(result);
	if ("challenge" in result) throw new ShopError("second_factor_required");
	return toAccountJson(result.account);
}

register(accountRoutes, accountCalls.completeSignIn, async ({ shop, context, readBody }) => {
	const challenge = context.var.cookies.get("challenge");
	return startSession(context, await completeSignIn(shop, challenge, (await readBody()).code));
});

register(accountRoutes, accountCalls.confirmIdentity, async ({ shop, readBody }) => {
	const { code, password, passkey } = await readBody();
	const proof = passkey ? { passkey } : code === undefined ? { password } : { code };
	await confirmIdentity(shop, proof);
	return { confirmed: true };
});

register(accountRoutes, accountCalls.getSecondFactor, async ({ shop }) => {
	const { enabledAt, codesLeft } = await getSecondFactor(shop);
	return { enabled: enabledAt !== null, recoveryCodesLeft: codesLeft };
});

register(accountRoutes, accountCalls.startSecondFactor, async ({ shop, readBody }) => {
	await startSecondFactor(shop, (await readBody()).password);
	const { setup } = await getSecondFactor(shop);
	if (!setup) throw new ShopError("second_factor_exists");
	return { secret: setup.secret.replaceAll(" ", ""), uri: setup.uri };
});

register(accountRoutes, accountCalls.confirmSecondFactor, async ({ shop, readBody }) => ({
	recoveryCodes: await confirmSecondFactor(shop, (await readBody()).code),
}));

register(accountRoutes, accountCalls.regenerateRecoveryCodes, async ({ shop, readBody }) => ({
	recoveryCodes: await regenerateRecoveryCodes(shop, (await readBody()).password),
}));

register(accountRoutes, accountCalls.removeSecondFactor, async ({ shop, readBody }) => {
	await removeSecondFactor(shop, (await readBody()).password);
	return { enabled: false };
});

register(accountRoutes, accountCalls.resetSecondFactor, async ({ shop, param }) => ({
	result: { modifiedCount: await resetSecondFactor(shop, param("email")) },
}));

register(accountRoutes, accountCalls.signup, async ({ shop, context, readBody }) =>
	startSession(context, await signUp(shop, await readBody())),
);

register(accountRoutes, accountCalls.login, async ({ shop, context, readBody }) =>
	startSession(context, await signInWithPassword(shop, await readBody())),
);

register(accountRoutes, accountCalls.logout, async ({ shop, context }) => {
	await signOut(shop);
	context.var.cookies.clearSession();
	return toAccountJson(null);
});

register(accountRoutes, accountCalls.forgotPassword, async ({ shop, readBody }) => {
	await forgotPassword(shop, (await readBody()).email);
	return { message: success.emailSent };
});

register(accountRoutes, accountCalls.resetPassword, async ({ shop, readBody }) => {
	const { token, password } = await readBody();
	await resetPassword(shop, token, password);
	return { message: success.passwordChanged };
});

register(accountRoutes, accountCalls.createToken, async ({ shop, param }) => ({
	token: await issueAccessToken(shop, param("email")),
}));

register(accountRoutes, accountCalls.checkAdmin, async ({ shop, param }) => ({
	admin: await isAdmin(shop, param("email")),
}));

register(accountRoutes, accountCalls.updateProfile, async ({ shop, readBody }) => ({
	result: { modifiedCount: await updateProfile(shop, await readBody()) },
}));

register(accountRoutes, accountCalls.listUsers, async ({ shop, context, readQuery }) =>
	respondWithPage(context, await listUsers(shop, readQuery().after), toUserJson),
);

register(accountRoutes, accountCalls.listSessions, async ({ shop }) =>
	(await listSessions(shop)).map(toSessionJson),
);

register(accountRoutes, accountCalls.endSession, async ({ shop, param }) =>
	toDeleteResult(await endSession(shop, param("id"))),
);

register(accountRoutes, accountCalls.endOtherSessions, async ({ shop }) =>
	toDeleteResult(await endOtherSessions(shop)),
);

register(accountRoutes, accountCalls.makeAdmin, async ({ shop, param }) => ({
	result: { modifiedCount: await makeAdmin(shop, param("email")) },
}));

register(accountRoutes, accountCalls.setRole, async ({ shop, param, readBody }) => ({
	result: { modifiedCount: await setRole(shop, param("email"), (await readBody()).role) },
}));

register(accountRoutes, accountCalls.deleteUser, async ({ shop, param }) =>
	toDeleteResult(await deleteUser(shop, param("email"))),
);
