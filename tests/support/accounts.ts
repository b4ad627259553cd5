import type { Account, Role } from "#contract/roles.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { createId, createToken, hashToken } from "#worker/auth/tokens.ts";
import { accessTokens, sessions, users } from "#worker/db/schema.ts";
import { createVisitorFetch, type RunningShop, randomIpAddress } from "./shop.ts";

type AccountOptions = Partial<Pick<Account, "name" | "email" | "role">> & {
	/** None unless given. */
	password?: string;
	/** Whether its email is verified; true by default. */
	isVerified?: boolean;
};

/** An account that is signed in already, as a browser and as a client with a token. */
export type TestAccount = Account & {
	/** Secret of its session cookie. */
	session: string;
	/** Its bearer token, of the same session. */
	token: string;
	/** A request with the cookie and the shop's own Origin. */
	fetch(path: string, init?: RequestInit): Promise<Response>;
	/** A request with the bearer token alone. */
	fetchWithToken(path: string, init?: RequestInit): Promise<Response>;
};

const passwordHashes = new Map<string, Promise<string>>();

/** Hashing takes a fifth of a second: accounts with the same password share a hash. */
function hashCached(password: string): Promise<string> {
	const hash = passwordHashes.get(password) ?? hashPassword(password);
	passwordHashes.set(password, hash);
	return hash;
}

const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000);
const inThirtyDays = () => new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);

/** Writes a user, a session and a token as signing up does. The role is shopper by default. */
export async function createAccount(
	shop: RunningShop,
	options: AccountOptions = {},
): Promise<TestAccount> {
	const id = createId();
	const role: Role = options.role ?? "shopper";
	const account = {
		id,
		role,
		email: options.email ?? `${role}${id}@example.com`,
		name: options.name ?? `Test ${role}`,
	};
	const passwordHash = options.password === undefined ? null : await hashCached(options.password);
	const emailVerifiedAt = options.isVerified === false ? null : new Date();
	const [session, token] = [createToken(), createToken()];
	const [sessionId, tokenId] = await Promise.all([hashToken(session), hashToken(token)]);
	await shop.db.batch([
		shop.db.insert(users).values({ ...account, passwordHash, emailVerifiedAt }),
		shop.db.insert(sessions).values({ id: sessionId, userId: id, expiresAt: inThirtyDays() }),
		shop.db.insert(accessTokens).values({ id: tokenId, sessionId, expiresAt: inAnHour() }),
	]);
	const address = { "CF-Connecting-IP": randomIpAddress() };
	const cookie = { Cookie: `session=${session}`, Origin: shop.url };
	return {
		...account,
		session,
		token,
		fetch: createVisitorFetch(shop.url, { ...address, ...cookie }),
		fetchWithToken: createVisitorFetch(shop.url, { ...address, Authorization: `Bearer ${token}` }),
	};
}

/** @see createAccount */
export const createAdmin = (shop: RunningShop, options: Omit<AccountOptions, "role"> = {}) =>
	createAccount(shop, { ...options, role: "admin" });

/** Creates that many signed-in shoppers, twenty at a time. */
export async function createAccounts(shop: RunningShop, count: number): Promise<TestAccount[]> {
	const accounts: TestAccount[] = [];
	while (accounts.length < count) {
		const batchSize = Math.min(20, count - accounts.length);
		const batch = Array.from({ length: batchSize }, () => createAccount(shop));
		accounts.push(...(await Promise.all(batch)));
	}
	return accounts;
}
