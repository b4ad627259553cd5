import { afterAll, expect, test } from "vitest";
import { orders, reviews, users } from "#worker/db/schema.ts";
import { walk } from "../../scripts/deploy/walk/walk.ts";
import { openDeployed, openSandbox } from "../../scripts/deploy/walk/world.ts";
import { createAdmin } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);
await createProduct(shop, { quantity: 100, minimum: 10 });

const password = "a password of the admin";
const { email } = await createAdmin(shop, { password });
const statesOf = (found: Awaited<ReturnType<typeof walk>>) =>
	Object.fromEntries(found.map(({ what, state }) => [what, state]));

test("the walk signs up, verifies, orders, pays, hides a review and deletes the account", async () => {
	const world = { origin: shop.url, ...openSandbox(shop.url), admin: { email, password } };
	const found = await walk(world);
	expect(found.filter(({ state }) => state !== "ready")).toEqual([]);
	expect(found).toHaveLength(8);
	const [order] = await shop.db.select().from(orders);
	expect(order?.paidAt).toBeInstanceOf(Date);
	expect(await shop.db.select().from(reviews)).toEqual([]);
	expect(await shop.db.select({ email: users.email }).from(users)).toEqual([{ email }]);
});

test("what lacks a key, a mailbox or an admin is reported as not checked", async () => {
	const services = openSandbox(shop.url);
	const world = {
		origin: shop.url,
		...services,
		stripe: null,
		admin: null,
		readMail: async () => null,
	};
	expect(statesOf(await walk(world))).toEqual({
		"Sign-up": "ready",
		"Email verified": "unchecked",
		Order: "ready",
		"Payment with a test card": "unchecked",
		Webhook: "unchecked",
		Receipt: "unchecked",
		Cache: "unchecked",
		"Account deleted": "ready",
	});
});

test("a shop that takes no account fails at the sign-up, and the rest is not checked", async () => {
	const world = { origin: shop.url, ...openSandbox(shop.url), email: "nobody", admin: null };
	const [first, ...rest] = await walk(world);
	expect(first).toMatchObject({ what: "Sign-up", state: "missing" });
	expect(first?.said).toContain("400");
	expect(new Set(rest.map(({ state }) => state))).toEqual(new Set(["unchecked"]));
});

test("a live key is refused before anything is done", () => {
	expect(() => openDeployed("you@example.com", "sk_live_1")).toThrow(
		"no key of Stripe's test mode",
	);
	expect(openDeployed("you@example.com", "rk_test_1").email).toMatch(
		/^you\+smoke\d+@example\.com$/,
	);
});
