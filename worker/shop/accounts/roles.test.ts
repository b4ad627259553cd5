import { eq, inArray } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { listRolesWith } from "#contract/roles.ts";
import { auditLog, sessions, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { loseResponseTo } from "../../../tests/support/lost-response.ts";
import { makeAdmin, setRole } from "./roles.ts";
import { deleteUser } from "./users.ts";

async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const [first, second] = [
		await localShop.addAccount("admin"),
		await localShop.addAccount("admin"),
	];
	const readManagers = async () =>
		(
			await db
				.select()
				.from(users)
				.where(inArray(users.role, listRolesWith("users:manage")))
		).map(({ id }) => id);
	const readRole = async (id: string) =>
		(await db.select().from(users).where(eq(users.id, id)).get())?.role;
	return { localShop, db, first, second, readManagers, readRole };
}

test("two admins who demote each other at the same time leave one admin", async () => {
	const { localShop, first, second, readManagers } = await createFixture();
	let isDemoted = false;
	const firstContext = localShop.createContext(first, async () => {
		if (isDemoted) return;
		isDemoted = true;
		expect(await setRole(localShop.createContext(second), first.email, "shopper")).toBe(1);
	});
	await expect(setRole(firstContext, second.email, "shopper")).rejects.toMatchObject({
		status: 403,
	});
	expect(await readManagers()).toEqual([second.id]);
});

test("two admins who delete and demote each other at the same time leave one admin", async () => {
	const { localShop, first, second, readManagers } = await createFixture();
	let isDemoted = false;
	const firstContext = localShop.createContext(first, async () => {
		if (isDemoted) return;
		isDemoted = true;
		await setRole(localShop.createContext(second), first.email, "support");
	});
	await expect(deleteUser(firstContext, second.email)).rejects.toMatchObject({ status: 409 });
	expect(await readManagers()).toEqual([second.id]);
});

test("an admin who is demoted in the meantime cannot assign a role", async () => {
	const { localShop, db, first, readRole } = await createFixture();
	const shopper = await localShop.addAccount();
	const context = localShop.createContext(first, async () => {
		await db.update(users).set({ role: "support" }).where(eq(users.id, first.id));
	});
	await expect(makeAdmin(context, shopper.email)).rejects.toMatchObject({ status: 403 });
	await expect(setRole(context, shopper.email, "support")).rejects.toMatchObject({ status: 403 });
	expect(await readRole(shopper.id)).toBe("shopper");
	expect(await db.$count(auditLog)).toBe(0);
});

test("admins cannot change their own role", async () => {
	const { localShop, first, readRole } = await createFixture();
	const context = localShop.createContext(first);
	await expect(setRole(context, first.email, "shopper")).rejects.toMatchObject({
		code: "own_role",
	});
	expect(await makeAdmin(context, first.email)).toBe(0);
	expect(await readRole(first.id)).toBe("admin");
});

test("setting a role ends the user's sessions unless they already have the role", async () => {
	const { localShop, db, first, second, readRole } = await createFixture();
	const context = localShop.createContext(first);
	const addSession = () =>
		db.insert(sessions).values({ id: second.id, userId: second.id, expiresAt: new Date(9e12) });
	await addSession();
	expect(await setRole(context, second.email, "fulfillment")).toBe(1);
	expect(await readRole(second.id)).toBe("fulfillment");
	expect(await db.$count(sessions)).toBe(0);
	await addSession();
	expect(await setRole(context, second.email, "fulfillment")).toBe(0);
	expect(await db.$count(sessions)).toBe(1);
	await expect(setRole(context, "nobody@example.com", "support")).rejects.toMatchObject({
		code: "user_not_found",
	});
	expect(await db.select().from(auditLog)).toMatchObject([
		{ actor: first.email, subject: second.email, detail: "admin → fulfillment" },
	]);
});

test("a role change is applied and logged once even if D1's response is lost", async () => {
	const { localShop, db, first, second, readRole } = await createFixture();
	const context = localShop.createContext(first, loseResponseTo(""));
	expect(await setRole(context, second.email, "shopper")).toBe(1);
	expect(await readRole(second.id)).toBe("shopper");
	expect(await db.$count(auditLog)).toBe(1);
});
