import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import type { AuditAction } from "#contract/audit.ts";
import type { Account } from "#contract/roles.ts";
import { formerCustomer } from "#contract/shop.ts";
import { createId } from "#worker/auth/tokens.ts";
import { auditLog, orders, products, reviews, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { deleteUser, makeAdmin } from "./accounts/users.ts";
import {
	addProduct,
	deleteProduct,
	requireEditableProduct,
	setStock,
	updateProduct,
} from "./catalogue/edit.ts";
import type { Shop } from "./context.ts";
import { shipOrder } from "./orders/ship.ts";
import { deleteReview, hideReview, showReview } from "./reviews/moderate.ts";

/** A shop with an admin, and one of everything that an action is about. */
async function arrange() {
	const local = createLocalShop();
	onTestFinished(local.close);
	const [admin, shopper] = [await local.addAccount("admin"), await local.addAccount()];
	const { db } = local.anonymous;
	const product = await local.addProduct(100);
	const [paid, review] = [createId(), createId()];
	const { id: userId, name, email } = shopper;
	const ordered = { toolName: "Puller", toolPriceCents: 1_000, quantity: 12, name, email };
	const where = { location: "Here", phone: "1" };
	await db.insert(orders).values({
		...{ ...ordered, ...where, userId, productId: product },
		...{ id: paid, paidAt: new Date(), transactionId: `pi_${paid}` },
	});
	await db
		.insert(reviews)
		.values({ id: review, review: "Bent.", ratings: "1", img: "/pictures/x.svg", name, email });
	return { local, db, admin, shopper, product, paid, review };
}

type Fixture = Awaited<ReturnType<typeof arrange>>;

const edit = { description: "New.", priceCents: 2_500, quantity: 90, minimum: 1 };
const added = {
	...{ name: "Jack", description: "Lifts.", priceCents: 5_000, quantity: 5, minimum: 1 },
	img: "/pictures/x.svg",
};

/** What an admin does, the line that it leaves, and how many rows say that it was done. */
const actions: [
	AuditAction,
	subject: string | ((fixture: Fixture) => string),
	detail: string,
	act: (shop: Shop, fixture: Fixture) => Promise<unknown>,
	done: (fixture: Fixture) => Promise<number>,
][] = [
	[
		"product-added",
		"Jack",
		"",
		(shop) => addProduct(shop, added),
		({ db }) => db.$count(products, eq(products.name, "Jack")),
	],
	[
		"product-updated",
		({ product }) => `Tool ${product}`,
		"price $19.99 → $25.00, stock 100 → 90, description",
		(shop, { product }) => updateProduct(shop, product, edit),
		({ db }) => db.$count(products, eq(products.priceCents, 2_500)),
	],
	[
		"stock-set",
		({ product }) => `Tool ${product}`,
		"100 → 7",
		(shop, { product }) => setStock(shop, product, 7),
		({ db }) => db.$count(products, eq(products.quantity, 7)),
	],
	[
		"product-deleted",
		({ product }) => `Tool ${product}`,
		"",
		(shop, { product }) => deleteProduct(shop, product),
		async ({ db }) => (await db.$count(products)) - (await countListed(db)),
	],
	[
		"order-shipped",
		"Puller",
		"12 pieces",
		(shop, { paid }) => shipOrder(shop, paid),
		async ({ db }) =>
			(await db.select().from(orders)).filter(({ shippedAt }) => shippedAt !== null).length,
	],
	[
		"admin-made",
		({ shopper }) => shopper.email,
		"",
		(shop, { shopper }) => makeAdmin(shop, shopper.email),
		async ({ db }) => (await db.$count(users, eq(users.role, "admin"))) - 1,
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
		(shop, { review }) => hideReview(shop, review),
		async ({ db }) =>
			(await db.select().from(reviews)).filter(({ hiddenAt }) => hiddenAt !== null).length,
	],
	[
		"review-deleted",
		"Review of the shop",
		"Rating 1",
		(shop, { review }) => deleteReview(shop, review),
		async ({ db }) => 1 - (await db.$count(reviews)),
	],
];

const countListed = async (db: Fixture["db"]) =>
	(await db.select().from(products)).filter(({ deletedAt }) => deletedAt === null).length;

const readLines = (db: Fixture["db"]) => db.select().from(auditLog);

test.each(actions)(
	"%s is noted with the action, once",
	async (action, subject, detail, act, done) => {
		const fixture = await arrange();
		await act(fixture.local.createShopFor(fixture.admin), fixture);
		expect(await done(fixture)).toBe(1);
		expect(await readLines(fixture.db)).toMatchObject([
			{
				action,
				actor: fixture.admin.email,
				userId: fixture.admin.id,
				subject: typeof subject === "string" ? subject : subject(fixture),
				detail,
			},
		]);
	},
);

test.each(actions)(
	"%s is not done when its audit entry cannot be written",
	async (_, _2, _3, act, done) => {
		const fixture = await arrange();
		const { local, db, admin } = fixture;
		const before = await done(fixture);
		await db.run(
			"create trigger broken before insert on audit_log begin select raise(abort, 'full'); end",
		);
		await expect(act(local.createShopFor(admin), fixture)).rejects.toThrow();
		await db.run("drop trigger broken");
		expect([await done(fixture), before]).toEqual([0, 0]);
	},
);

test.each(actions)(
	"%s without the capability writes no audit entry",
	async (_, _2, _3, act, done) => {
		const fixture = await arrange();
		await expect(act(fixture.local.createShopFor(fixture.shopper), fixture)).rejects.toThrow();
		expect([await done(fixture), await readLines(fixture.db)]).toEqual([0, []]);
	},
);

test.each(actions)(
	"%s that the database refuses writes no audit entry",
	async (_, _2, _3, act, done) => {
		const fixture = await arrange();
		const { local, db, admin } = fixture;
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
		await expect(act(local.createShopFor(admin), fixture)).rejects.toThrow();
		expect([await done(fixture), await readLines(db)]).toEqual([0, []]);
	},
);

test("a change without effect writes no audit entry", async () => {
	const { local, db, admin, product, paid, shopper, review } = await arrange();
	const shop = local.createShopFor(admin);
	await setStock(shop, product, 100);
	await hideReview(shop, review);
	await hideReview(shop, review);
	await showReview(shop, review);
	await showReview(shop, review);
	await shipOrder(shop, paid);
	await shipOrder(shop, paid);
	await makeAdmin(shop, shopper.email);
	await makeAdmin(shop, shopper.email);
	const form = { seen: 100, editKey: null, idempotencyKey: "once" };
	await updateProduct(shop, product, edit, form);
	await updateProduct(shop, product, edit, form);
	const lines = await readLines(db);
	expect(lines.map(({ action }) => action)).toEqual([
		"review-hidden",
		"review-shown",
		"order-shipped",
		"admin-made",
		"product-updated",
	]);
});

test("the audit entry about a review names its tool, and nothing that its author wrote", async () => {
	const { local, db, admin, product, review } = await arrange();
	await db.update(reviews).set({ productId: product, ratings: "ask Ann" });
	await hideReview(local.createShopFor(admin), review);
	await db.update(reviews).set({ ratings: "4.5" });
	await showReview(local.createShopFor(admin), review);
	expect(await readLines(db)).toMatchObject([
		{ subjectId: review, subject: `Tool ${product}`, detail: "" },
		{ subjectId: review, subject: `Tool ${product}`, detail: "Rating 4.5" },
	]);
});

test.each([
	["category other → lifting", { category: "lifting" as const }],
	["specification", { specification: [["Length", "465 mm"]] as const }],
])("a change of only the %s is named", async (detail, change) => {
	const { local, db, admin, product } = await arrange();
	const shop = local.createShopFor(admin);
	const same = {
		description: "Made for one test.",
		...{ priceCents: 1_999, quantity: 100, minimum: 1 },
	};
	await updateProduct(shop, product, same);
	for (let times = 0; times < 2; times += 1) {
		await updateProduct(shop, product, { ...same, ...change });
		const { editKey } = await requireEditableProduct(shop, product);
		await updateProduct(shop, product, { ...same, ...change }, { seen: 100, editKey });
	}
	expect(await readLines(db)).toMatchObject([{ detail }]);
});

test("the audit entries of an admin stay after the account is deleted, with the email as their actor", async () => {
	const { local, db, admin, product } = await arrange();
	const other: Account = await local.addAccount("admin");
	await setStock(local.createShopFor(other), product, 7);
	await deleteUser(local.createShopFor(admin), other.email);
	expect(await readLines(db)).toMatchObject([
		{ actor: other.email, userId: null },
		{ actor: admin.email, subject: formerCustomer },
	]);
});
