import type { Account, Role } from "#contract/roles.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { createId, createToken, hashToken } from "#worker/auth/tokens.ts";
import { accessTokens, resetTokens, sessions, users } from "#worker/db/schema.ts";
import { hashQuickly } from "./quick-hash.ts";
import { createVisitorFetch, type RunningShop, randomIpAddress } from "./shop.ts";

type AccountOptions = Partial<Pick<Account, "name" | "email" | "role">> & {
	/** No password by default. */
	password?: string;
	/**
	 * For tests that verify passwords and are not about hashing.
	 * @see hashQuickly
	 */
	useFastHash?: boolean;
	/** True by default. */
	isVerified?: boolean;
	/** Now by default. */
	signedInAt?: Date;
};

/** A signed-in account with a session cookie and a bearer token. */
export type TestAccount = Account & {
	/** Value of the session cookie. */
	session: string;
	/** Bearer token of the same session. */
	token: string;
	/** Sends a request with the session cookie and the shop's own Origin. */
	fetch(path: string, init?: RequestInit): Promise<Response>;
	/** Sends a request with the bearer token and no cookie. */
	fetchWithToken(path: string, init?: RequestInit): Promise<Response>;
};

const passwordHashes = new Map<string, Promise<string>>();

/** Caches the hash of each password, because hashing takes 0.2 s. */
function hashOnce(password: string): Promise<string> {
	const hash = passwordHashes.get(password) ?? hashPassword(password);
	passwordHashes.set(password, hash);
	return hash;
}

export const anHourAgo = () => new Date(Date.now() - 60 * 60 * 1000);
const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000);
const inThirtyDays = () => new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);

/** Prepares the statements of `createAccount`, for fixtures that batch them with other statements. */
export async function prepareAccount(shop: RunningShop, options: AccountOptions = {}) {
	const id = createId();
	const role: Role = options.role ?? "shopper";
	const account = {
		id,
		role,
		email: options.email ?? `${role}${id}@example.com`,
		name: options.name ?? `Test ${role}`,
	};
	const { password } = options;
	const hash = options.useFastHash ? hashQuickly : hashOnce;
	const passwordHash = password === undefined ? null : await hash(password);
	const emailVerifiedAt = options.isVerified === false ? null : new Date();
	const [session, token] = [createToken(), createToken()];
	const [sessionId, tokenId] = await Promise.all([hashToken(session), hashToken(token)]);
	const statements = [
		shop.db.insert(users).values({ ...account, passwordHash, emailVerifiedAt }),
		shop.db.insert(sessions).values({
			id: sessionId,
			userId: id,
			expiresAt: inThirtyDays(),
			createdAt: options.signedInAt ?? new Date(),
		}),
		shop.db.insert(accessTokens).values({ id: tokenId, sessionId, expiresAt: inAnHour() }),
	] as const;
	const addressHeader = { "CF-Connecting-IP": randomIpAddress() };
	const cookieHeaders = { Cookie: `session=${session}`, Origin: shop.url };
	const testAccount: TestAccount = {
		...account,
		session,
		token,
		fetch: createVisitorFetch(shop.url, { ...addressHeader, ...cookieHeaders }),
		fetchWithToken: createVisitorFetch(shop.url, {
			...addressHeader,
			Authorization: `Bearer ${token}`,
		}),
	};
	return { account: testAccount, statements };
}

/** Inserts a user with a session and a token. The default role is shopper. */
export async function createAccount(
	shop: RunningShop,
	options: AccountOptions = {},
): Promise<TestAccount> {
	const { account, statements } = await prepareAccount(shop, options);
	await shop.db.batch(statements);
	return account;
}

/** Stores a password reset link for the account, and returns its token. */
export async function createResetToken(shop: RunningShop, { id }: { id: string }): Promise<string> {
	const token = createToken();
	const tokenHash = await hashToken(token);
	await shop.db.insert(resetTokens).values({ userId: id, tokenHash, expiresAt: inAnHour() });
	return token;
}

/** @see createAccount */
export const createAdmin = (shop: RunningShop, options: Omit<AccountOptions, "role"> = {}) =>
	createAccount(shop, { ...options, role: "admin" });

/** Creates `count` signed-in shoppers in one transaction. */
export async function createAccounts(shop: RunningShop, count: number): Promise<TestAccount[]> {
	const prepared = await Promise.all(Array.from({ length: count }, () => prepareAccount(shop)));
	const [first, ...rest] = prepared.flatMap(({ statements }) => statements);
	if (first) await shop.db.batch([first, ...rest]);
	return prepared.map(({ account }) => account);
}
