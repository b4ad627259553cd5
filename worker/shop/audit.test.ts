import { and, eq, isNotNull } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import type { AuditAction } from "#contract/audit.ts";
import type { Account } from "#contract/roles.ts";
import { formerCustomer } from "#contract/shop.ts";
import { createId } from "#worker/auth/tokens.ts";
import { auditLog, orders, products, reviews, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { makeAdmin, setRole } from "./accounts/roles.ts";
import { deleteUser } from "./accounts/users.ts";
import {
	addProduct,
	deleteProduct,
	publishProduct,
	requireEditableProduct,
	setStock,
	updateProduct,
} from "./catalogue/edit.ts";
import type { ShopContext } from "./context.ts";
import { shipOrder } from "./orders/ship.ts";
import { deleteReview, hideReview, showReview } from "./reviews/moderate.ts";

/** Creates a shop with an admin, a shopper, a product, a paid order and a review. */
async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const [admin, shopper] = [await localShop.addAccount("admin"), await localShop.addAccount()];
	const { db } = localShop;
	const productId = await localShop.addProduct(100);
	const draftId = await localShop.addProduct(1);
	const unpublished = { draft: true, deletedAt: new Date() };
	await db.update(products).set(unpublished).where(eq(products.id, draftId));
	const [orderId, reviewId] = [createId(), createId()];
	const { id: userId, name, email } = shopper;
	const tool = { productId, toolName: "Puller", toolPriceCents: 1_000, quantity: 12 };
	const customer = { userId, name, email, location: "Here", phone: "1" };
	const payment = { paidAt: new Date(), transactionId: `pi_${orderId}` };
	await db.insert(orders).values({ id: orderId, ...tool, ...customer, ...payment });
	await db
		.insert(reviews)
		.values({ id: reviewId, review: "Bent.", ratings: "1", img: "/pictures/x.svg", name, email });
	return { localShop, db, admin, shopper, productId, draftId, orderId, reviewId };
}

type Fixture = Awaited<ReturnType<typeof createFixture>>;

const edit = { description: "New.", priceCents: 2_500, quantity: 90, minimum: 1 };
const newProduct = { ...edit, name: "Jack", img: "/pictures/x.svg" };

/** Admin actions with their audit entries. `countRows` counts the rows that the action has changed. */
const actions: [
	AuditAction,
	subject: string | ((fixture: Fixture) => string),
	detail: string,
	run: (shop: ShopContext, fixture: Fixture) => Promise<unknown>,
	countRows: (fixture: Fixture) => Promise<number>,
][] = [
	[
		"product-added",
		"Jack",
		"",
		(shop) => addProduct(shop, newProduct),
		({ db }) => db.$count(products, eq(products.name, "Jack")),
	],
	[
		"product-updated",
		({ productId }) => `Tool ${productId}`,
		"price $19.99 → $25.00, stock 100 → 90, description",
		(shop, { productId }) => updateProduct(shop, productId, edit),
		({ db }) => db.$count(products, eq(products.priceCents, 2_500)),
	],
	[
		"product-updated",
		({ productId }) => `Tool ${productId}`,
		"price $19.99 → $25.00, stock 100 → 90, description, part number none → TTD-1",
		(shop, { productId }) => updateProduct(shop, productId, { ...edit, partNumber: "TTD-1" }),
		({ db }) => db.$count(products, eq(products.partNumber, "TTD-1")),
	],
	[
		"product-published",
		({ draftId }) => `Tool ${draftId}`,
		"",
		(shop, { draftId }) => publishProduct(shop, draftId),
		({ db, draftId }) =>
			db.$count(products, and(eq(products.id, draftId), eq(products.draft, false))),
	],
	[
		"stock-set",
		({ productId }) => `Tool ${productId}`,
		"100 → 7",
		(shop, { productId }) => setStock(shop, productId, 7),
		({ db }) => db.$count(products, eq(products.quantity, 7)),
	],
	[
		"product-deleted",
		({ productId }) => `Tool ${productId}`,
		"",
		(shop, { productId }) => deleteProduct(shop, productId),
		({ db, productId }) =>
			db.$count(products, and(eq(products.id, productId), isNotNull(products.deletedAt))),
	],
	[
		"order-shipped",
		"Puller",
		"12 pieces",
		(shop, { orderId }) => shipOrder(shop, orderId),
		async ({ db }) =>
			(await db.select().from(orders)).filter(({ shippedAt }) => shippedAt !== null).length,
	],
	[
		"admin-made",
		({ shopper }) => shopper.email,
		"shopper → admin",
		(shop, { shopper }) => makeAdmin(shop, shopper.email),
		async ({ db }) => (await db.$count(users, eq(users.role, "admin"))) - 1,
	],
	[
		"user-role-changed",
		({ shopper }) => shopper.email,
		"shopper → support",
		(shop, { shopper }) => setRole(shop, shopper.email, "support"),
		({ db }) => db.$count(users, eq(users.role, "support")),
	],
	[
		"user-deleted",
		formerCustomer,
		"",
		(shop, { shopper }) => deleteUser(shop, shopper.email),
		async ({ db }) => 2 - (await db.$count(users)),
	],
	[
		"review-hidden",
		"Review of the shop",
		"Rating 1",
		(shop, { reviewId }) => hideReview(shop, reviewId),
		async ({ db }) =>
			(await db.select().from(reviews)).filter(({ hiddenAt }) => hiddenAt !== null).length,
	],
	[
		"review-deleted",
		"Review of the shop",
		"Rating 1",
		(shop, { reviewId }) => deleteReview(shop, reviewId),
		async ({ db }) => 1 - (await db.$count(reviews)),
	],
];

const readEntries = (db: Fixture["db"]) => db.select().from(auditLog);

test.each(actions)("%s writes one audit entry", async (action, subject, detail, run, countRows) => {
	const fixture = await createFixture();
	await run(fixture.localShop.createContext(fixture.admin), fixture);
	expect(await countRows(fixture)).toBe(1);
	expect(await readEntries(fixture.db)).toMatchObject([
		{
			action,
			actor: fixture.admin.email,
			userId: fixture.admin.id,
			subject: typeof subject === "string" ? subject : subject(fixture),
			detail,
		},
	]);
});

test.each(actions)(
	"%s is rolled back if its audit entry cannot be written",
	async (_, _2, _3, run, countRows) => {
		const fixture = await createFixture();
		const { localShop, db, admin } = fixture;
		const before = await countRows(fixture);
		await db.run(
			"create trigger broken before insert on audit_log begin select raise(abort, 'full'); end",
		);
		await expect(run(localShop.createContext(admin), fixture)).rejects.toThrow();
		await db.run("drop trigger broken");
		expect([await countRows(fixture), before]).toEqual([0, 0]);
	},
);

test.each(actions)(
	"%s without the capability writes no audit entry",
	async (_, _2, _3, run, countRows) => {
		const fixture = await createFixture();
		await expect(run(fixture.localShop.createContext(fixture.shopper), fixture)).rejects.toThrow();
		expect([await countRows(fixture), await readEntries(fixture.db)]).toEqual([0, []]);
	},
);

test.each(actions)(
	"%s that the database rejects writes no audit entry",
	async (_, _2, _3, run, countRows) => {
		const fixture = await createFixture();
		const { localShop, db, admin } = fixture;
		for (const [table, events] of Object.entries({
			products: ["insert", "update"],
			orders: ["update"],
			users: ["update", "delete"],
			reviews: ["delete", "update"],
		})) {
			for (const event of events) {
				await db.run(
					`create trigger no_${table}_${event} before ${event} on ${table} begin select raise(abort, 'no'); end`,
				);
			}
		}
		await expect(run(localShop.createContext(admin), fixture)).rejects.toThrow();
		expect([await countRows(fixture), await readEntries(db)]).toEqual([0, []]);
	},
);

test("repeating an action writes no second audit entry", async () => {
	const { localShop, db, admin, productId, orderId, shopper, reviewId } = await createFixture();
	const context = localShop.createContext(admin);
	await setStock(context, productId, 100);
	await hideReview(context, reviewId);
	await hideReview(context, reviewId);
	await showReview(context, reviewId);
	await showReview(context, reviewId);
	await shipOrder(context, orderId);
	await shipOrder(context, orderId);
	await makeAdmin(context, shopper.email);
	await makeAdmin(context, shopper.email);
	const form = { shownStock: 100, editKey: null, idempotencyKey: "once" };
	await updateProduct(context, productId, edit, form);
	await updateProduct(context, productId, edit, form);
	const entries = await readEntries(db);
	expect(entries.map(({ action }) => action)).toEqual([
		"review-hidden",
		"review-shown",
		"order-shipped",
		"admin-made",
		"product-updated",
	]);
});

test("the audit entry of a review contains its product and rating, but no text of its author", async () => {
	const { localShop, db, admin, productId, reviewId } = await createFixture();
	await db.update(reviews).set({ productId, ratings: "ask Ann" });
	await hideReview(localShop.createContext(admin), reviewId);
	await db.update(reviews).set({ ratings: "4.5" });
	await showReview(localShop.createContext(admin), reviewId);
	expect(await readEntries(db)).toMatchObject([
		{ subjectId: reviewId, subject: `Tool ${productId}`, detail: "" },
		{ subjectId: reviewId, subject: `Tool ${productId}`, detail: "Rating 4.5" },
	]);
});

test.each([
	["category other → lifting", { category: "lifting" as const }],
	["specification", { specification: [["Length", "465 mm"]] as const }],
])("repeating an edit of one field writes one audit entry: %s", async (detail, change) => {
	const { localShop, db, admin, productId } = await createFixture();
	const context = localShop.createContext(admin);
	const unchanged = {
		description: "Made for one test.",
		priceCents: 1_999,
		quantity: 100,
		minimum: 1,
	};
	await updateProduct(context, productId, unchanged);
	for (let attempt = 0; attempt < 2; attempt += 1) {
		await updateProduct(context, productId, { ...unchanged, ...change });
		const { editKey } = await requireEditableProduct(context, productId);
		await updateProduct(
			context,
			productId,
			{ ...unchanged, ...change },
			{ shownStock: 100, editKey },
		);
	}
	expect(await readEntries(db)).toMatchObject([{ detail }]);
});

test("the audit entries of a deleted admin keep the admin's email", async () => {
	const { localShop, db, admin, productId } = await createFixture();
	const otherAdmin: Account = await localShop.addAccount("admin");
	await setStock(localShop.createContext(otherAdmin), productId, 7);
	await deleteUser(localShop.createContext(admin), otherAdmin.email);
	expect(await readEntries(db)).toMatchObject([
		{ actor: otherAdmin.email, userId: null },
		{ actor: admin.email, subject: formerCustomer },
	]);
});
