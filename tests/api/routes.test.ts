import { afterAll, expect, test } from "vitest";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { asJson, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

/** A product, and an unpaid order of the shopper who asks. */
async function arrange(shopper: TestAccount) {
	const { id: product } = await createProduct(shop);
	const wish = { toolId: product, email: shopper.email, quantity: 10, location: "x", phone: "1" };
	const placed = await shopper.fetch("/orders", asJson(wish));
	const { insertedId: order }: { insertedId: string } = await placed.json();
	return { product, order };
}

type Ids = Awaited<ReturnType<typeof arrange>>;
type Access = "public" | "signed out" | "signed in" | "shopper" | "admin";

/** specification.md §2 "Routes". */
const routes: [string, Access, (ids: Ids) => string][] = [
	["/", "public", () => "/"],
	["/purchase/{id}", "shopper", ({ product }) => `/purchase/${product}`],
	["/dashbord", "signed in", () => "/dashbord"],
	["/dashbord/payment/{orderid}", "signed in", ({ order }) => `/dashbord/payment/${order}`],
	["/dashbord/orders/{orderid}", "signed in", ({ order }) => `/dashbord/orders/${order}`],
	["/dashbord/addproducts", "admin", () => "/dashbord/addproducts"],
	[
		"/dashbord/updateproducts/{productId}",
		"admin",
		({ product }) => `/dashbord/updateproducts/${product}`,
	],
	["/dashbord/myprofile", "signed in", () => "/dashbord/myprofile"],
	["/dashbord/myorders", "shopper", () => "/dashbord/myorders"],
	["/dashbord/addreview", "shopper", () => "/dashbord/addreview"],
	["/dashbord/manageAllorders", "admin", () => "/dashbord/manageAllorders"],
	["/dashbord/makeAdmin", "admin", () => "/dashbord/makeAdmin"],
	["/dashbord/manageProducts", "admin", () => "/dashbord/manageProducts"],
	["/dashbord/manageReview", "admin", () => "/dashbord/manageReview"],
	["/blogs", "public", () => "/blogs"],
	["/potfolio", "public", () => "/potfolio"],
	["/login", "signed out", () => "/login"],
	["/signup", "signed out", () => "/signup"],
];

const refusals = { admin: "its is procted for admin", shopper: "its is procted for User" };

/** The message that the next page will show. */
const messageOf = (response: Response) =>
	decodeURIComponent(
		response.headers.getSetCookie().find((line) => line.startsWith("flash=")) ?? "",
	);

const isLive = async (account: TestAccount) =>
	(await account.fetch(`/admin/${account.email}`)).status === 200;

async function expectRefused(account: TestAccount, path: string, message: string) {
	const response = await account.fetch(path);
	expect(response.status).toBe(302);
	expect(response.headers.get("Location")).toBe(`/login?from=${encodeURIComponent(path)}`);
	expect(messageOf(response)).toContain(message);
	expect(await isLive(account)).toBe(false);
}

async function expectOpen(account: TestAccount, path: string) {
	expect((await account.fetch(path)).status).toBe(200);
	expect(await isLive(account)).toBe(true);
}

test.each(routes)("%s is for: %s", async (_, access, pathOf) => {
	const shopper = await createAccount(shop);
	const path = pathOf(await arrange(shopper));
	const anonymous = await shop.fetch(path);
	if (access === "public" || access === "signed out") {
		expect(anonymous.status).toBe(200);
	} else {
		expect(anonymous.headers.get("Location")).toBe(`/login?from=${encodeURIComponent(path)}`);
	}
	if (access === "signed out") {
		expect((await shopper.fetch(path)).headers.get("Location")).toBe("/");
		return;
	}
	const admin = await createAdmin(shop);
	if (access === "shopper") await expectRefused(admin, path, refusals.shopper);
	else await expectOpen(admin, path);
	if (access === "admin") await expectRefused(shopper, path, refusals.admin);
	else await expectOpen(shopper, path);
});
