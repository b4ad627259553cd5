import type { Account, Role } from "#contract/roles.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { createAccessToken, createSession } from "#worker/auth/sessions.ts";
import { createId } from "#worker/auth/tokens.ts";
import { users } from "#worker/db/schema.ts";
import { type OpenShop, randomAddress, visitorOf } from "./shop.ts";

type Wish = Partial<Pick<Account, "name" | "email" | "role">> & {
	/** Hashing takes a fifth of a second: only an account that logs in by password gets one. */
	password?: string;
	/** Its email is verified, unless told otherwise. */
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

/** Makes a user, a session and a token as signing up does, without its calls. A shopper, unless told otherwise. */
export async function createAccount(shop: OpenShop, wish: Wish = {}): Promise<TestAccount> {
	const id = createId();
	const role: Role = wish.role ?? "shopper";
	const account = {
		id,
		role,
		email: wish.email ?? `${role}${id}@example.com`,
		name: wish.name ?? `Test ${role}`,
	};
	const passwordHash = wish.password === undefined ? null : await hashPassword(wish.password);
	const emailProvedAt = wish.isVerified === false ? null : new Date();
	await shop.db.insert(users).values({ ...account, passwordHash, emailProvedAt });
	const session = await createSession(shop.db, id);
	const token = await createAccessToken(shop.db, session.id);
	const address = { "CF-Connecting-IP": randomAddress() };
	const cookie = { Cookie: `session=${session.token}`, Origin: shop.url };
	return {
		...account,
		session: session.token,
		token,
		fetch: visitorOf(shop.url, { ...address, ...cookie }),
		fetchWithToken: visitorOf(shop.url, { ...address, Authorization: `Bearer ${token}` }),
	};
}

/** @see createAccount */
export const createAdmin = (shop: OpenShop, wish: Omit<Wish, "role"> = {}) =>
	createAccount(shop, { ...wish, role: "admin" });
