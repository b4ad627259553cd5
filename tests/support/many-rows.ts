import { sql } from "drizzle-orm";
import type { RunningShop } from "./shop.ts";

type RowOptions = {
	/** Prefix of names and emails: "Aa" gives "Aa 0007" and "aa0007@example.com". */
	prefix: string;
	count: number;
	/** Owner of the orders; none by default. */
	userId?: string;
	/** The ordered product. */
	productId: string;
};

/** Three rows share each millisecond, so that sorting must fall back on the id. */
const createdAt = sql.raw("1767225600000 + i / 3");
const selectNumbers = (count: number) =>
	sql`with recursive numbers(i) as (select 0 union all select i + 1 from numbers where i < ${count - 1})`;

/** Inserts `count` rows into each table that the dashboard lists: products, users, reviews and orders. */
export async function addDashboardRows(
	{ db }: Pick<RunningShop, "db">,
	{ prefix, count, userId, productId }: RowOptions,
): Promise<void> {
	const id = sql`lower(${prefix}) || printf('%022d', i)`;
	const name = sql`${prefix} || printf(' %04d', i)`;
	const email = sql`lower(${prefix}) || printf('%04d@example.com', i)`;
	const picture = "/pictures/torque-wrench-800.webp";
	for (const statement of [
		sql`insert into products (id, name, description, price_cents, quantity, minimum, img, created_at)
			${selectNumbers(count)} select ${id}, ${name}, 'Made for a list.', 1250, 100, 10, ${picture}, ${createdAt} from numbers`,
		sql`insert into users (id, email, name, created_at)
			${selectNumbers(count)} select ${id}, ${email}, ${name}, ${createdAt} from numbers`,
		sql`insert into reviews (id, review, ratings, img, name, email, created_at)
			${selectNumbers(count)} select ${id}, 'Good.', '5', ${picture}, ${name}, ${email}, ${createdAt} from numbers`,
		sql`insert into orders (id, user_id, product_id, tool_name, tool_price_cents, quantity, name, email,
				location, phone, created_at)
			${selectNumbers(count)} select ${id}, ${userId ?? null}, ${productId}, ${name}, 1250, 10, ${name}, ${email}, 'Here', '1',
				${createdAt} from numbers`,
	]) {
		await db.run(statement);
	}
}

/** Returns the email of the row with this zero-based index. */
export const getRowEmail = (prefix: string, index: number) =>
	`${prefix.toLowerCase()}${String(index).padStart(4, "0")}@example.com`;
