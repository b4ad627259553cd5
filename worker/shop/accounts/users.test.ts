import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { auditLog, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { makeAdmin } from "./roles.ts";
import { deleteUser } from "./users.ts";

test("two admins who delete each other at the same time leave one admin", async () => {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const [first, second] = [
		await localShop.addAccount("admin"),
		await localShop.addAccount("admin"),
	];
	let hasDeleted = false;
	const firstContext = localShop.createContext(first, async () => {
		if (hasDeleted) return;
		hasDeleted = true;
		expect(await deleteUser(localShop.createContext(second), first.email)).toBe(1);
	});
	await expect(deleteUser(firstContext, second.email)).rejects.toMatchObject({
		code: "last_admin",
	});
	const remaining = await localShop.db.select().from(users).where(eq(users.role, "admin"));
	expect(remaining.map(({ email }) => email)).toEqual([second.email]);
});

test("an admin may delete another admin, but never themselves", async () => {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const [first, second] = [
		await localShop.addAccount("admin"),
		await localShop.addAccount("admin"),
	];
	const context = localShop.createContext(first);
	await expect(deleteUser(context, first.email)).rejects.toMatchObject({ code: "self_deletion" });
	expect(await deleteUser(context, second.email)).toBe(1);
	await expect(deleteUser(context, second.email)).rejects.toMatchObject({ status: 404 });
});

test("an admin who loses the role while deleting a user deletes nobody", async () => {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const [first, second] = [
		await localShop.addAccount("admin"),
		await localShop.addAccount("admin"),
	];
	const { email } = await localShop.addAccount();
	await localShop.addAccount("admin");
	const demotedContext = localShop.createContext(first, async () => {
		await localShop.db.update(users).set({ role: "shopper" }).where(eq(users.id, first.id));
	});
	await expect(deleteUser(demotedContext, email)).rejects.toMatchObject({ status: 409 });
	await expect(deleteUser(demotedContext, second.email)).rejects.toMatchObject({ status: 409 });
	expect(await localShop.db.select().from(users)).toHaveLength(4);
});

test("deleting a user erases their email from the audit log, but keeps the entries", async () => {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const [admin, deletedShopper, otherShopper] = [
		await localShop.addAccount("admin"),
		await localShop.addAccount(),
		await localShop.addAccount(),
	];
	const context = localShop.createContext(admin);
	for (const { email } of [deletedShopper, otherShopper]) await makeAdmin(context, email);
	await deleteUser(context, deletedShopper.email);
	const entries = await db.select().from(auditLog);
	const subjects = entries.map(({ action, subjectId, subject }) => [action, subjectId, subject]);
	expect(subjects.sort()).toEqual(
		[
			["admin-made", deletedShopper.id, "Former customer"],
			["admin-made", otherShopper.id, otherShopper.email],
			["user-deleted", deletedShopper.id, "Former customer"],
		].sort(),
	);
	expect(JSON.stringify(entries)).not.toContain(deletedShopper.email);
});
