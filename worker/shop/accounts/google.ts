import { and, eq, inArray, isNotNull, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { type Account, defaultRole } from "#contract/roles.ts";
import { nameFrom } from "#contract/schemas/fields.ts";
import type { GooglePerson } from "#worker/auth/google.ts";
import { createId } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { retry } from "#worker/db/retry.ts";
import { orders, resetTokens, reviews, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { write } from "../write.ts";
import { handOverAccount } from "./erase.ts";
import { type SignedIn, signIn } from "./session.ts";
import { cancelForTakeover, isUnverifiedShopper } from "./takeover.ts";
import { accountColumns } from "./users.ts";
import { sendFirstLink } from "./verify.ts";

/** Who Google says it is, with an email that the shop can use. */
export type Named = Pick<GooglePerson, "sub" | "name" | "ownsEmail"> & { email: string };

export const isFreeSub = (db: Database, sub: string): SQL =>
	notExists(
		db
			.select({ taken: sql`1` })
			.from(sql`${users} as holder`)
			.where(sql`holder.google_sub = ${sub}`),
	);

export async function enterBySub(shop: Shop, sub: string): Promise<SignedIn | null> {
	const holds = eq(users.googleSub, sub);
	const account = await shop.db.select(accountColumns).from(users).where(holds).get();
	return account ? signIn(shop, account, { method: "google", holds }) : null;
}

const findByEmail = ({ db }: Shop, email: string) => {
	const own = (table: typeof orders | typeof reviews) =>
		sql`exists (select 1 from ${table} where ${eq(table.userId, users.id)})`;
	return db
		.select({
			...accountColumns,
			googleSub: users.googleSub,
			emailProvedAt: users.emailProvedAt,
			passwordHash: users.passwordHash,
			/** It holds something that its maker may want to keep. */
			isUsed:
				sql<number>`${users.img} is not null or ${users.phone} is not null or ${own(orders)} or ${own(reviews)}`
					.mapWith(Boolean)
					.as("is_used"),
		})
		.from(users)
		.where(eq(users.email, email))
		.get();
};

/** Does nothing where the email or the Google account has an account already. */
async function create(shop: Shop, { sub, email, name, ownsEmail }: Named): Promise<void> {
	const user = {
		id: createId(),
		email,
		name: name || nameFrom(email),
		googleSub: sub,
		emailProvedAt: ownsEmail ? new Date() : null,
	};
	const created = await write(shop, {
		statements: [shop.db.insert(users).values(user).onConflictDoNothing()],
		done: shop.db.select(accountColumns).from(users).where(eq(users.id, user.id)),
	});
	if (created && !ownsEmail) sendFirstLink(shop, created);
}

async function link({ db }: Shop, { sub, email }: Named): Promise<void> {
	const unlinked = and(
		eq(users.email, email),
		isNull(users.googleSub),
		isNotNull(users.emailProvedAt),
		isFreeSub(db, sub),
	);
	await retry(() => db.update(users).set({ googleSub: sub }).where(unlinked));
}

/**
 * Gives the owner of an email the account that somebody else may have made with it, with nothing that was in it.
 * @throws ShopError 403 when it is verified by now, or an admin's
 */
export async function takeOverByGoogle(
	shop: Shop,
	account: Account,
	{ sub, name, email }: Named,
): Promise<void> {
	const { db } = shop;
	await cancelForTakeover(shop, account);
	const owner = { name: name || nameFrom(email), passwordHash: null, googleSub: sub };
	const unverified = and(isUnverifiedShopper(account.id), isFreeSub(db, sub));
	const taken = db.select({ id: users.id }).from(users).where(unverified);
	const { statements, tags } = handOverAccount(db, unverified, owner);
	await write(shop, {
		statements: [db.delete(resetTokens).where(inArray(resetTokens.userId, taken)), ...statements],
		done: db.select({ tags }).from(users).where(eq(users.googleSub, sub)),
		tags: (row) => row.tags,
	});
}

/** For a Google account that has no account yet. @returns whether the password of the one with its email has to be entered first */
async function settle(shop: Shop, person: Named): Promise<"done" | "password"> {
	const found = await findByEmail(shop, person.email);
	if (!found) {
		await create(shop, person);
		return "done";
	}
	const { googleSub, emailProvedAt, passwordHash, isUsed, ...account } = found;
	if (googleSub && emailProvedAt) throw new ShopError("google_account_mismatch");
	if (person.ownsEmail && emailProvedAt) {
		await link(shop, person);
		return "done";
	}
	const canTakeOver = person.ownsEmail && account.role === defaultRole;
	if (canTakeOver && (!isUsed || !passwordHash)) {
		await takeOverByGoogle(shop, account, person);
		return "done";
	}
	if (googleSub) throw new ShopError("google_account_mismatch");
	if (!passwordHash) throw new ShopError("google_password_required");
	return "password";
}

/**
 * The account is the one with Google's `sub`; failing that a new one, or the one with the email: at once where
 * Google is authoritative for it and the account is verified, otherwise after its password (docs/decisions/google-linking.md).
 * @returns null where the password of the account with this email has to be entered first
 * @throws ShopError 403 when the email is not verified, cannot be used, or belongs to another Google account
 */
export async function signInWithGoogle(shop: Shop, person: GooglePerson): Promise<SignedIn | null> {
	const known = await enterBySub(shop, person.sub);
	if (known) return known;
	const { email, emailVerified } = person;
	if (!emailVerified) throw new ShopError("google_email_unverified");
	if (email === null) throw new ShopError("google_email_invalid");
	if ((await settle(shop, { ...person, email })) === "password") return null;
	const signedIn = await enterBySub(shop, person.sub);
	if (!signedIn) throw new ShopError("google_account_mismatch");
	return signedIn;
}
