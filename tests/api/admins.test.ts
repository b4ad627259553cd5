import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { users } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const listAdmins = () => shop.db.select().from(users).where(eq(users.role, "admin"));

beforeEach(async () => {
	await shop.db.delete(users);
});

test("DELETE /user/admin/:email does not let admins delete their own account", async () => {
	const admin = await createAdmin(shop);
	const response = await admin.fetch(`/user/admin/${admin.email}`, { method: "DELETE" });
	expect(response.status).toBe(403);
	expect(await response.json()).toMatchObject({
		message: errors.self_deletion.message,
	});
	expect(await listAdmins()).toHaveLength(1);
});

test("an admin can delete another admin", async () => {
	const [first, second] = [await createAdmin(shop), await createAdmin(shop)];
	expect((await first.fetch(`/user/admin/${second.email}`, { method: "DELETE" })).status).toBe(200);
	expect((await second.fetch(`/user/admin/${first.email}`, { method: "DELETE" })).status).toBe(401);
	expect(await listAdmins()).toMatchObject([{ id: first.id }]);
});

test("when two admins delete each other at the same time, one remains", async () => {
	for (let round = 0; round < 2; round++) {
		const [first, second] = [await createAdmin(shop), await createAdmin(shop)];
		const responses = await Promise.all([
			first.fetch(`/user/admin/${second.email}`, { method: "DELETE" }),
			second.fetch(`/user/admin/${first.email}`, { method: "DELETE" }),
		]);
		expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(await listAdmins()).toHaveLength(1);
		await shop.db.delete(users);
	}
});

test("when two admins demote each other at the same time, one remains", async () => {
	for (let round = 0; round < 2; round++) {
		const [first, second] = [await createAdmin(shop), await createAdmin(shop)];
		const demote = createJsonInit({ role: "shopper" }, "PUT");
		const responses = await Promise.all([
			first.fetch(`/users/${second.email}/role`, demote),
			second.fetch(`/users/${first.email}/role`, demote),
		]);
		expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(await listAdmins()).toHaveLength(1);
		await shop.db.delete(users);
	}
});

test("only an admin can make a user an admin or delete a user", async () => {
	const [admin, shopper, otherShopper] = [
		await createAdmin(shop),
		await createAccount(shop),
		await createAccount(shop),
	];
	const response = await otherShopper.fetch(`/user/admin/${otherShopper.email}`, { method: "PUT" });
	expect(response.status).toBe(403);
	expect(await response.json()).toMatchObject({ message: "failed to make an admin" });
	expect(
		(await otherShopper.fetch(`/user/admin/${shopper.email}`, { method: "DELETE" })).status,
	).toBe(403);
	expect((await admin.fetch(`/user/admin/${shopper.email}`, { method: "PUT" })).status).toBe(200);
	expect(await listAdmins()).toHaveLength(2);
});
