import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { listMax, tableSize } from "#contract/limits.ts";
import { images, orders, reviews, sessions, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { readOwnData } from "./own-data.ts";
import { getProfile, updateProfile } from "./profile.ts";
import { getUsersPage, isAdmin, listUsers } from "./users.ts";

// It imports types at run time, which Node cannot. What it does is not called without `VIEWED`.
vi.mock("@react-router/cloudflare", () => ({}));

const local = createLocalShop();
afterAll(local.close);
const { db } = local.anonymous;
const admin = await local.addAccount("admin");
const [ada, bob] = [await local.addAccount(), await local.addAccount()];
const productId = await local.addProduct(5_000);
const many = 1_001;

/** Rows of one account in every table that its data is read from: more than two pages of 500. */
async function fill({ id, name, email }: typeof ada) {
	const numbers = Array.from({ length: many }, (_, index) => index);
	const at = (index: number) => new Date(Math.floor(index / 3) * 1_000);
	const rows = numbers.map((index) => ({ id: `${id}-${index}`, userId: id, createdAt: at(index) }));
	for (let from = 0; from < many; from += 100) {
		const part = rows.slice(from, from + 100);
		const order = { productId, toolName: "Bar", toolPriceCents: 100, quantity: 1, name, email };
		const place = { location: "Here", phone: "1" };
		await db.insert(orders).values(part.map((row) => ({ ...row, ...order, ...place })));
		const text = { name, email, review: "Good", ratings: "5", img: "" };
		await db.insert(reviews).values(part.map((row) => ({ ...row, ...text })));
		const image = { type: "image/png", bytes: 1 };
		await db.insert(images).values(part.map(({ id: key, ...row }) => ({ key, ...row, ...image })));
		const expiresAt = new Date(Date.now() + 60_000);
		await db.insert(sessions).values(part.map((row) => ({ ...row, expiresAt })));
	}
	return rows.map((row) => row.id).sort();
}

test("one's own data holds each of one's own rows once, and nobody else's", async () => {
	const own = await fill(ada);
	await fill(bob);
	let json = "";
	for await (const piece of await readOwnData(local.shopOf(ada), "")) json += piece;
	const data = JSON.parse(json);
	const idsOf = (list: { id: string }[]) => list.map(({ id }) => id).sort();
	expect(idsOf(data.orders)).toEqual(own);
	expect(idsOf(data.reviews)).toEqual(own);
	const uploads: { address: string }[] = data.uploads;
	expect(uploads.map(({ address }) => address.replace("/images/", "")).sort()).toEqual(own);
	expect(data.sessions).toHaveLength(many);
	expect(Object.keys(data.sessions[0])).toEqual(["createdAt", "expiresAt"]);
	expect(data.profile).toMatchObject({ ...ada, hasPassword: false, isGoogleConfigured: false });
	expect(data.viewed).toEqual([]);
	const placed = data.orders.map(({ createdAt }: { createdAt: string }) => createdAt);
	expect(placed, "newest first").toEqual([...placed].sort().reverse());
	expect(JSON.stringify(data)).not.toContain(bob.id);
});

test("a new account gets empty lists", async () => {
	let json = "";
	for await (const piece of await readOwnData(local.shopOf(await local.addAccount()), ""))
		json += piece;
	const empty = { orders: [], reviews: [], uploads: [], sessions: [] };
	expect(JSON.parse(json)).toMatchObject(empty);
});

test("a profile is the account's own, and changing it changes no other", async () => {
	await updateProfile(local.shopOf(ada), { img: "", phone: "555" });
	expect(await getProfile(local.shopOf(ada))).toMatchObject({ email: ada.email, phone: "555" });
	expect(await getProfile(local.shopOf(bob))).toMatchObject({ email: bob.email, phone: null });
	expect(await getProfile(local.shopOf(bob))).toMatchObject({ isVerified: true });
	const gone = { ...bob, id: "gone" };
	await expect(getProfile(local.shopOf(gone))).rejects.toMatchObject({ status: 404 });
	const refused = updateProfile(local.shopOf(gone), { img: "", phone: "" });
	await expect(refused).rejects.toMatchObject({ status: 404 });
});

test("an admin can ask whether any account is an admin; others only about themselves", async () => {
	expect(await isAdmin(local.shopOf(admin), admin.email)).toBe(true);
	expect(await isAdmin(local.shopOf(admin), ada.email)).toBe(false);
	expect(await isAdmin(local.shopOf(ada), ada.email)).toBe(false);
	const second = await local.addAccount("admin");
	expect(await isAdmin(local.shopOf(admin), second.email)).toBe(true);
	expect(await isAdmin(local.shopOf(admin), "nobody@example.com")).toBe(false);
});

test("all users are listed once, oldest first, five hundred at a time", async () => {
	await db.run(sql`insert into users (id, email, name, role, created_at)
		with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 600)
		select printf('many%04d', n), printf('many%04d@example.com', n), 'Many', 'shopper', n / 4 from numbers`);
	const shop = local.shopOf(admin);
	const first = await listUsers(shop);
	expect([first.list.length, first.next === null]).toEqual([listMax, false]);
	const last = first.list.at(-1);
	const second = last && (await listUsers(shop, { createdAt: last.createdAt, id: last.id }));
	expect(second?.next).toBeNull();
	const listed = [...first.list, ...(second?.list ?? [])];
	expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
	expect(listed).toHaveLength(await db.$count(users));
	const times = listed.map(({ createdAt }) => createdAt.getTime());
	expect(times).toEqual([...times].sort((one, other) => one - other));
});

test("the table of users finds an email in any letter case, and filters by role", async () => {
	const shop = local.shopOf(admin);
	const shown = { page: 0, search: "", role: null };
	const idsOf = async (view: Partial<Parameters<typeof getUsersPage>[1]>) =>
		(await getUsersPage(shop, { ...shown, ...view })).rows.map(({ id }) => id);
	expect(await idsOf({ search: "MANY000" })).toEqual(
		[1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `many000${number}`),
	);
	expect(await idsOf({ search: "many0001@", role: "shopper" })).toEqual(["many0001"]);
	expect(await idsOf({ search: "many0001@", role: "admin" })).toEqual([]);
	const admins = await db.select({ id: users.id }).from(users).where(eq(users.role, "admin"));
	expect((await idsOf({ role: "admin" })).sort()).toEqual(admins.map(({ id }) => id).sort());
	expect(await idsOf({ role: "shopper" })).toHaveLength(tableSize);
	expect((await idsOf({}))[0], "who came in 1970 is not the newest").not.toMatch(/^many/);
	const verified = (await getUsersPage(shop, { ...shown, search: ada.email })).rows;
	expect(verified).toMatchObject([{ id: ada.id, verified: true }]);
	const unverified = (await getUsersPage(shop, { ...shown, search: "many0001@" })).rows;
	expect(unverified).toMatchObject([{ verified: false }]);
});
