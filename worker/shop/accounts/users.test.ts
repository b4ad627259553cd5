import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { auditLog, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { deleteUser, makeAdmin } from "./users.ts";

test("two admins who delete each other at once leave one", async () => {
	const local = createLocalShop();
	onTestFinished(local.close);
	const [one, two] = [await local.addAccount("admin"), await local.addAccount("admin")];
	let met = false;
	const first = local.shopOf(one, async () => {
		if (met) return;
		met = true;
		expect(await deleteUser(local.shopOf(two), one.email)).toBe(1);
	});
	await expect(deleteUser(first, two.email)).rejects.toMatchObject({
		code: "last_admin",
	});
	const left = await local.anonymous.db.select().from(users).where(eq(users.role, "admin"));
	expect(left.map(({ email }) => email)).toEqual([two.email]);
});

test("an admin may delete another admin, but never themselves", async () => {
	const local = createLocalShop();
	onTestFinished(local.close);
	const [one, two] = [await local.addAccount("admin"), await local.addAccount("admin")];
	const shop = local.shopOf(one);
	await expect(deleteUser(shop, one.email)).rejects.toMatchObject({ code: "self_deletion" });
	expect(await deleteUser(shop, two.email)).toBe(1);
	await expect(deleteUser(shop, two.email)).rejects.toMatchObject({ status: 404 });
});

test("an admin who loses the role during the deletion deletes nobody", async () => {
	const local = createLocalShop();
	onTestFinished(local.close);
	const [one, two] = [await local.addAccount("admin"), await local.addAccount("admin")];
	const { email } = await local.addAccount();
	await local.addAccount("admin");
	const asker = local.shopOf(one, async () => {
		await local.anonymous.db.update(users).set({ role: "shopper" }).where(eq(users.id, one.id));
	});
	await expect(deleteUser(asker, email)).rejects.toMatchObject({ status: 409 });
	await expect(deleteUser(asker, two.email)).rejects.toMatchObject({ status: 409 });
	expect(await local.anonymous.db.select().from(users)).toHaveLength(4);
});

test("the audit log keeps no email of a user whom an admin deletes, and that it was done", async () => {
	const local = createLocalShop();
	onTestFinished(local.close);
	const { db } = local.anonymous;
	const [admin, shopper, other] = [
		await local.addAccount("admin"),
		await local.addAccount(),
		await local.addAccount(),
	];
	const shop = local.shopOf(admin);
	for (const { email } of [shopper, other]) await makeAdmin(shop, email);
	await deleteUser(shop, shopper.email);
	const entries = await db.select().from(auditLog);
	const subjects = entries.map(({ action, subjectId, subject }) => [action, subjectId, subject]);
	expect(subjects.sort()).toEqual(
		[
			["admin-made", shopper.id, "Former customer"],
			["admin-made", other.id, other.email],
			["user-deleted", shopper.id, "Former customer"],
		].sort(),
	);
	expect(JSON.stringify(entries)).not.toContain(shopper.email);
});
