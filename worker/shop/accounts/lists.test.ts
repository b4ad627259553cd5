import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { listMax, tablePageSize } from "#contract/limits.ts";
import {
	emailVerifications,
	images,
	messages,
	orders,
	reviews,
	sessions,
	stockAlerts,
	users,
} from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { readOwnData } from "./own-data.ts";
import { getProfile, updateProfile } from "./profile.ts";
import { getUsersPage, isAdmin, listUsers } from "./users.ts";

// Node cannot load this package, which imports types as if they were values. It is used only with the KV binding `VIEWED`.
vi.mock("@react-router/cloudflare", () => ({}));

const localShop = createLocalShop();
afterAll(localShop.close);
const { db } = localShop;
const admin = await localShop.addAccount("admin");
const [ada, bob] = [await localShop.addAccount(), await localShop.addAccount()];
const productId = await localShop.addProduct(5_000);
/** More than two of the pages in which the export reads a list. */
const longListLength = 1_001;

/** Adds rows to each long list in the account's exported data. */
async function addRows({ id, name, email }: typeof ada, rowCount: number) {
	const numbers = Array.from({ length: rowCount }, (_, index) => index);
	const getCreatedAt = (index: number) => new Date(Math.floor(index / 3) * 1_000);
	const rows = numbers.map((index) => ({
		id: `${id}-${index}`,
		userId: id,
		createdAt: getCreatedAt(index),
	}));
	for (let from = 0; from < rowCount; from += 100) {
		const batch = rows.slice(from, from + 100);
		const order = { productId, toolName: "Bar", toolPriceCents: 100, quantity: 1, name, email };
		const delivery = { location: "Here", phone: "1" };
		await db.insert(orders).values(batch.map((row) => ({ ...row, ...order, ...delivery })));
		const review = { name, email, review: "Good", ratings: "5", img: "" };
		await db.insert(reviews).values(batch.map((row) => ({ ...row, ...review })));
		const image = { type: "image/png", bytes: 1 };
		await db.insert(images).values(batch.map(({ id: key, ...row }) => ({ key, ...row, ...image })));
		const expiresAt = new Date(Date.now() + 60_000);
		await db.insert(sessions).values(batch.map((row) => ({ ...row, expiresAt })));
	}
	return rows.map((row) => row.id).sort();
}

async function readExport(account: typeof ada) {
	let json = "";
	for await (const chunk of await readOwnData(localShop.createContext(account), "")) json += chunk;
	return JSON.parse(json);
}

test("the exported data contains each of the account's rows once, and no other account's", async () => {
	const expectedIds = await addRows(ada, longListLength);
	await addRows(bob, 10);
	const otherProductId = await localShop.addProduct(1);
	await db.insert(stockAlerts).values([
		{ userId: ada.id, productId },
		{ userId: bob.id, productId: otherProductId },
	]);
	const data = await readExport(ada);
	const getIds = (list: { id: string }[]) => list.map(({ id }) => id).sort();
	expect(getIds(data.orders)).toEqual(expectedIds);
	expect(getIds(data.reviews)).toEqual(expectedIds);
	const uploads: { address: string }[] = data.uploads;
	expect(uploads.map(({ address }) => address.replace("/images/", "")).sort()).toEqual(expectedIds);
	expect(data.stockWaits).toMatchObject([{ productId }]);
	expect(data.sessions).toHaveLength(longListLength);
	expect(Object.keys(data.sessions[0])).toEqual([
		"createdAt",
		"expiresAt",
		"lastUsedAt",
		"device",
		"country",
	]);
	expect(data.profile).toMatchObject({ ...ada, hasPassword: false, hasGoogle: false });
	expect(data.viewed).toEqual([]);
	const orderTimes = data.orders.map(({ createdAt }: { createdAt: string }) => createdAt);
	expect(orderTimes, "newest first").toEqual([...orderTimes].sort().reverse());
	expect(JSON.stringify(data)).not.toContain(bob.id);
});

test("the exported data has the account's own messages, and those sent from its verified email", async () => {
	const [cleo, dan] = [await localShop.addAccount(), await localShop.addAccount()];
	const text = { name: "Cleo", subject: "order", text: "When do you ship?" } as const;
	await db.insert(messages).values([
		{ ...text, id: "own", userId: cleo.id, email: "work@example.com" },
		{ ...text, id: "signed out", userId: null, email: cleo.email },
		{ ...text, id: "of another account", userId: dan.id, email: cleo.email },
		{ ...text, id: "of another email", userId: null, email: dan.email },
	]);
	const readMessageIds = async () =>
		(await readExport(cleo)).messages.map(({ id }: { id: string }) => id);
	expect(await readMessageIds()).toEqual(["own", "signed out"]);
	await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, cleo.id));
	expect(await readMessageIds()).toEqual(["own"]);
});

test("the exported data includes a stock alert that starts once the email is verified", async () => {
	const account = await localShop.addAccount();
	const link = { userId: account.id, tokenHash: account.id, expiresAt: new Date() };
	await db.insert(emailVerifications).values(link);
	expect((await readExport(account)).stockWaits, "a link without a tool").toEqual([]);
	await db.update(emailVerifications).set({ tool: productId });
	expect((await readExport(account)).stockWaits).toEqual([{ productId, startsOnceVerified: true }]);
});

test("the exported data of a new account has empty lists", async () => {
	const empty = { orders: [], reviews: [], uploads: [], sessions: [] };
	expect(await readExport(await localShop.addAccount())).toMatchObject(empty);
});

test("an account reads and updates only its own profile", async () => {
	await updateProfile(localShop.createContext(ada), { img: "", phone: "555" });
	expect(await getProfile(localShop.createContext(ada))).toMatchObject({
		email: ada.email,
		phone: "555",
	});
	expect(await getProfile(localShop.createContext(bob))).toMatchObject({
		email: bob.email,
		phone: null,
	});
	expect(await getProfile(localShop.createContext(bob))).toMatchObject({ isVerified: true });
	const deletedAccount = { ...bob, id: "deleted" };
	await expect(getProfile(localShop.createContext(deletedAccount))).rejects.toMatchObject({
		status: 404,
	});
	const update = updateProfile(localShop.createContext(deletedAccount), { img: "", phone: "" });
	await expect(update).rejects.toMatchObject({ status: 404 });
});

test("admins can check whether any account is an admin, and shoppers can check only their own account", async () => {
	expect(await isAdmin(localShop.createContext(admin), admin.email)).toBe(true);
	expect(await isAdmin(localShop.createContext(admin), ada.email)).toBe(false);
	expect(await isAdmin(localShop.createContext(ada), ada.email)).toBe(false);
	const otherAdmin = await localShop.addAccount("admin");
	expect(await isAdmin(localShop.createContext(admin), otherAdmin.email)).toBe(true);
	expect(await isAdmin(localShop.createContext(admin), "nobody@example.com")).toBe(false);
});

test("lists each user once, oldest first, in pages of five hundred", async () => {
	await db.run(sql`insert into users (id, email, name, role, created_at)
		with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 600)
		select printf('many%04d', n), printf('many%04d@example.com', n), 'Many', 'shopper', n / 4 from numbers`);
	const context = localShop.createContext(admin);
	const firstPage = await listUsers(context);
	expect([firstPage.list.length, firstPage.next === null]).toEqual([listMax, false]);
	const last = firstPage.list.at(-1);
	const secondPage = last && (await listUsers(context, { createdAt: last.createdAt, id: last.id }));
	expect(secondPage?.next).toBeNull();
	const listed = [...firstPage.list, ...(secondPage?.list ?? [])];
	expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
	expect(listed).toHaveLength(await db.$count(users));
	const times = listed.map(({ createdAt }) => createdAt.getTime());
	expect(times).toEqual([...times].sort((left, right) => left - right));
});

test("the users table searches emails case-insensitively and filters by role", async () => {
	const context = localShop.createContext(admin);
	const defaultView = { page: 0, search: "", role: null };
	const getIds = async (view: Partial<Parameters<typeof getUsersPage>[1]>) =>
		(await getUsersPage(context, { ...defaultView, ...view })).rows.map(({ id }) => id);
	expect(await getIds({ search: "MANY000" })).toEqual(
		[1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `many000${number}`),
	);
	expect(await getIds({ search: "many0001@", role: "shopper" })).toEqual(["many0001"]);
	expect(await getIds({ search: "many0001@", role: "admin" })).toEqual([]);
	const admins = await db.select({ id: users.id }).from(users).where(eq(users.role, "admin"));
	expect((await getIds({ role: "admin" })).sort()).toEqual(admins.map(({ id }) => id).sort());
	expect(await getIds({ role: "shopper" })).toHaveLength(tablePageSize);
	expect((await getIds({}))[0], "users created in 1970 are not first").not.toMatch(/^many/);
	const verifiedRows = (await getUsersPage(context, { ...defaultView, search: ada.email })).rows;
	expect(verifiedRows).toMatchObject([{ id: ada.id, verified: true }]);
	const unverifiedRows = (await getUsersPage(context, { ...defaultView, search: "many0001@" }))
		.rows;
	expect(unverifiedRows).toMatchObject([{ verified: false }]);
});
