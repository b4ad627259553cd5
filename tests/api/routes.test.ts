import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

/** Creates a product and the shopper's unpaid order for it. Returns their IDs. */
async function createFixture(shopper: TestAccount) {
	const { id: productId } = await createProduct(shop);
	const { id: orderId } = await addOrder(shop, { productId, userId: shopper.id });
	return { productId, orderId };
}

type Ids = Awaited<ReturnType<typeof createFixture>>;
type Access = "public" | "signed out" | "signed in" | "shopper" | "admin";

/** specification.md §2 "Routes". */
const routes: [string, Access, (ids: Ids) => string][] = [
	["/", "public", () => "/"],
	["/purchase/{id}", "shopper", ({ productId }) => `/purchase/${productId}`],
	["/dashbord", "signed in", () => "/dashbord"],
	["/dashbord/payment/{orderid}", "signed in", ({ orderId }) => `/dashbord/payment/${orderId}`],
	["/dashbord/orders/{orderid}", "signed in", ({ orderId }) => `/dashbord/orders/${orderId}`],
	["/dashbord/addproducts", "admin", () => "/dashbord/addproducts"],
	[
		"/dashbord/updateproducts/{productId}",
		"admin",
		({ productId }) => `/dashbord/updateproducts/${productId}`,
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

/** Spelled as in the contract. */
const roleMessages = { admin: "its is procted for admin", shopper: "its is procted for User" };

/** Returns the flash message, which the next page shows. */
const readFlash = (response: Response) =>
	decodeURIComponent(
		response.headers.getSetCookie().find((line) => line.startsWith("flash=")) ?? "",
	);

const isSignedIn = async (account: TestAccount) =>
	(await account.fetch(`/admin/${account.email}`)).status === 200;

async function expectDeniedAndSignedOut(account: TestAccount, path: string, message: string) {
	const response = await account.fetch(path);
	expect(response.status).toBe(302);
	expect(response.headers.get("Location")).toBe(`/login?from=${encodeURIComponent(path)}`);
	expect(readFlash(response)).toContain(message);
	expect(await isSignedIn(account)).toBe(false);
}

async function expectAllowed(account: TestAccount, path: string) {
	expect((await account.fetch(path)).status).toBe(200);
	expect(await isSignedIn(account)).toBe(true);
}

test.each(routes)("%s is accessible to: %s", async (_, access, getPath) => {
	const shopper = await createAccount(shop);
	const path = getPath(await createFixture(shopper));
	const anonymousResponse = await shop.fetch(path);
	if (access === "public" || access === "signed out") {
		expect(anonymousResponse.status).toBe(200);
	} else {
		expect(anonymousResponse.headers.get("Location")).toBe(
			`/login?from=${encodeURIComponent(path)}`,
		);
	}
	if (access === "signed out") {
		expect((await shopper.fetch(path)).headers.get("Location")).toBe("/");
		return;
	}
	const admin = await createAdmin(shop);
	if (access === "shopper") await expectDeniedAndSignedOut(admin, path, roleMessages.shopper);
	else await expectAllowed(admin, path);
	if (access === "admin") await expectDeniedAndSignedOut(shopper, path, roleMessages.admin);
	else await expectAllowed(shopper, path);
});

test.each(["a form", "JSON"])("%s posted to an unknown path gets the 404 page", async (kind) => {
	const body = kind === "JSON" ? "{}" : new URLSearchParams({ a: "1" });
	const headers = kind === "JSON" ? { "Content-Type": "application/json" } : {};
	const response = await shop.fetch("/no-such-call", { method: "POST", body, headers });
	expect([response.status, await response.text()]).toEqual([
		404,
		expect.stringContaining(errors.not_found.message),
	]);
});

test("a form posted to a page without an action gets a 405 page with a link to the home page", async () => {
	const response = await shop.fetch("/blogs", { method: "POST", body: new FormData() });
	expect(response.status).toBe(405);
	expect(response.headers.get("Content-Security-Policy")).toContain("script-src 'self';");
	const html = await response.text();
	expect(html).toContain("<h1");
	expect(html).toMatch(/<a [^>]*href="\/"/);
});
