import { and, eq, isNull, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import { nameFrom } from "#contract/schemas/fields.ts";
import type { GooglePerson } from "#worker/auth/google.ts";
import { createId } from "#worker/auth/tokens.ts";
import { retry } from "#worker/db/retry.ts";
import { sessions, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { signIn } from "./session.ts";

const accountColumns = { id: users.id, email: users.email, name: users.name, role: users.role };

type Named = GooglePerson & { email: string };

const findBySub = ({ db }: Shop, sub: string) =>
	db.select(accountColumns).from(users).where(eq(users.googleSub, sub)).get();

/**
 * Ties the account of this email to the Google account. Whoever made it without showing that the email is theirs
 * may have been somebody else, waiting for its owner: such a password and its sessions end.
 */
async function link({ db }: Shop, { sub, email }: Named): Promise<void> {
	const unlinked = and(eq(users.email, email), isNull(users.googleSub));
	const unproved = db
		.select({ id: users.id })
		.from(users)
		.where(and(unlinked, isNull(users.emailProvedAt)));
	const tie = () =>
		db.batch([
			db.delete(sessions).where(sql`${sessions.userId} in ${unproved}`),
			db
				.update(users)
				.set({
					googleSub: sub,
					passwordHash: sql`case when ${users.emailProvedAt} is null then null else ${users.passwordHash} end`,
					emailProvedAt: new Date(),
				})
				.where(unlinked),
		]);
	await retry(tie);
}

/** Does nothing where the email or the Google account has one already. */
function create({ db }: Shop, { sub, email, name }: Named) {
	const user = {
		id: createId(),
		email,
		name: name || nameFrom(email),
		googleSub: sub,
		emailProvedAt: new Date(),
	};
	return retry(() => db.insert(users).values(user).onConflictDoNothing());
}

/**
 * Signs in whom Google has named. The account is the one with Google's `sub`; failing that the one with the email,
 * if Google has verified it; failing that a new one.
 * @throws ShopError 403 when the email is not verified, cannot be used or belongs to another Google account
 */
export async function signInWithGoogle(shop: Shop, person: GooglePerson): Promise<Account> {
	const known = await findBySub(shop, person.sub);
	const proof = { method: "google" as const, holds: eq(users.googleSub, person.sub) };
	if (known) return signIn(shop, known, proof);
	if (!person.emailVerified) throw new ShopError("forbidden", failure.googleUnverified);
	const { email } = person;
	if (email === null) throw new ShopError("forbidden", failure.googleAddress);
	await link(shop, { ...person, email });
	await create(shop, { ...person, email });
	const account = await findBySub(shop, person.sub);
	if (!account) throw new ShopError("forbidden", failure.googleOther);
	return signIn(shop, account, proof);
}
