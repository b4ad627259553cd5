import { drizzle } from "drizzle-orm/d1";
import { starsOf } from "#contract/ratings.ts";
import type { Role } from "#contract/roles.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { products, reviews, users } from "#worker/db/schema.ts";
import { seedProducts, seedReviews } from "./seed/rows.ts";

/** The accounts of the local shop (architecture.md §3). */
export const seedAccounts = [
	{ id: "5eed00000000000000000001", email: "admin@example.com", name: "Ada Admin", role: "admin" },
	{
		id: "5eed00000000000000000002",
		email: "shopper@example.com",
		name: "Sam Shopper",
		role: "shopper",
	},
] as const satisfies { id: string; email: string; name: string; role: Role }[];
export const seedPassword = "password";

const opened = Date.UTC(2026, 0, 1);
const minute = 60_000;
/** Rows are listed by age: each is a minute younger than the one before. */
const inOrder = <Row>(rows: readonly Row[]) =>
	rows.map((row, index) => ({ ...row, createdAt: new Date(opened + index * minute) }));

const withPasswords = (accounts: typeof seedAccounts) =>
	Promise.all(
		accounts.map(async (account) => ({
			...account,
			passwordHash: await hashPassword(seedPassword),
			emailVerifiedAt: new Date(opened),
		})),
	);

const rated = seedReviews.map((review) => ({ ...review, stars: starsOf(review.ratings) }));

/** Products are never deleted, only hidden: a database with any was filled before, and keeps its changes. */
export async function seedShop(database: D1Database): Promise<void> {
	const db = drizzle(database);
	if (await db.select({ id: products.id }).from(products).limit(1).get()) return;
	const accounts = await withPasswords(seedAccounts);
	await db.batch([
		db.insert(users).values(inOrder(accounts)).onConflictDoNothing(),
		...inOrder(seedProducts).map((row) => db.insert(products).values(row).onConflictDoNothing()),
		...inOrder(rated).map((row) => db.insert(reviews).values(row).onConflictDoNothing()),
	]);
}
