import { drizzle } from "drizzle-orm/d1";
import { parseStars } from "#contract/ratings.ts";
import type { Role } from "#contract/roles.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { products, reviews, users } from "#worker/db/schema.ts";
import { seedProducts, seedReviews } from "./seed/rows.ts";

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

const openedAt = Date.UTC(2026, 0, 1);
const minuteMs = 60_000;
/** Makes each row a minute newer than the previous one, because lists are sorted by age. */
const addCreationTimes = <Row>(rows: readonly Row[]) =>
	rows.map((row, index) => ({ ...row, createdAt: new Date(openedAt + index * minuteMs) }));

/** Seeds an empty database. A database with products has been seeded, because products are hidden and never deleted. */
export async function seedShop(database: D1Database): Promise<void> {
	const db = drizzle(database);
	if (await db.select({ id: products.id }).from(products).limit(1).get()) return;
	const passwordHash = await hashPassword(seedPassword);
	const emailVerifiedAt = new Date(openedAt);
	const accounts = seedAccounts.map((account) => ({ ...account, passwordHash, emailVerifiedAt }));
	const reviewRows = seedReviews.map((review) => ({
		...review,
		stars: parseStars(review.ratings),
	}));
	await db.batch([
		db.insert(users).values(addCreationTimes(accounts)).onConflictDoNothing(),
		...addCreationTimes(seedProducts).map((row) =>
			db.insert(products).values(row).onConflictDoNothing(),
		),
		...addCreationTimes(reviewRows).map((row) =>
			db.insert(reviews).values(row).onConflictDoNothing(),
		),
	]);
}
