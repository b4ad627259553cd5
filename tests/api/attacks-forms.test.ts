import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { orders, users } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";
import { createVisitor } from "../support/visitor.ts";

const shop = await startShop();
afterAll(shop.stop);

/** Names that a careless reader of forms would write into an object's prototype, or into a column. */
const poison: [string, string][] = [
	["__proto__", "admin"],
	["__proto__[role]", "admin"],
	["__proto__.role", "admin"],
	["constructor", "admin"],
	["constructor[prototype][role]", "admin"],
	["constructor.prototype.role", "admin"],
	["toString", "x"],
	["role", "admin"],
	["id", "1"],
	["paidAt", "1"],
	["toolPriceCents", "1"],
];

const withPoison = (fields: Record<string, string>) =>
	new URLSearchParams([...poison, ...Object.entries(fields), ...poison]);

test("__proto__, constructor and extra form fields cannot make anyone an admin", async () => {
	const email = `proto${crypto.randomUUID().replaceAll("-", "")}@example.com`;
	const visitor = createVisitor(shop);
	const body = withPoison({ name: "N", email, password: "first long secret" });
	const response = await visitor.fetch("/signup", { method: "POST", body });
	expect(response.headers.get("Location")).toBe("/");
	const user = await shop.db.select().from(users).where(eq(users.email, email)).get();
	expect(user).toMatchObject({ name: "N", role: "shopper" });
	expect(user?.id).not.toBe("1");
	expect((await visitor.fetch("/users")).status).toBe(403);
	const other = await createAccount(shop);
	expect((await other.fetch("/users")).status, "nobody else either").toBe(403);
});

test("extra form fields cannot set a price or mark an order as paid", async () => {
	const [shopper, product] = [await createAccount(shop), await createProduct(shop)];
	const idempotencyKey = crypto.randomUUID();
	const body = withPoison({ quantity: "10", location: "Here", phone: "1", idempotencyKey });
	const response = await shopper.fetch(`/purchase/${product.id}`, { method: "POST", body });
	expect(response.status).toBe(303);
	const order = await shop.db.select().from(orders).where(eq(orders.userId, shopper.id)).get();
	expect(order).toMatchObject({ paidAt: null, quantity: 10, productId: product.id });
	expect(order?.toolPriceCents).toBeGreaterThan(1);
});

test("a form with only malicious values is refused, with an error for each field", async () => {
	const { status } = await shop.fetch("/signup", { method: "POST", body: withPoison({}) });
	expect(status).toBe(400);
});
