import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { textPages } from "#contract/public-pages.ts";
import { sessions } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";
import { createFixture } from "./contract/fixture.ts";
import { publicReadRows } from "./contract/rows.ts";

const shop = await startShop();
afterAll(shop.stop);

const countPurges = (productId: string) =>
	shop
		.logs()
		.filter((line) => line.startsWith('{"purge":') && line.includes(`"product:${productId}"`))
		.length;

/**
 * Purges are sent after the response. So this first deletes another product and waits for its purge, because all earlier
 * purges have been sent by then.
 */
async function expectPurges(productId: string, count: number) {
	const [admin, otherProduct] = [await createAdmin(shop), await createProduct(shop)];
	await admin.fetch(`/products/${otherProduct.id}`, { method: "DELETE" });
	await vi.waitFor(() => expect(countPurges(otherProduct.id)).toBe(1));
	expect(countPurges(productId)).toBe(count);
}

const createOrderRequestInit = (productId: string, email: string, quantity: number) =>
	createJsonInit({ toolId: productId, email, quantity, location: "Bay 4", phone: "123" });

test("a visitor without a session gets a cacheable page", async () => {
	const { status, headers } = await shop.fetch("/?page=0");
	expect(status).toBe(200);
	expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe(
		"public, max-age=60, stale-while-revalidate=540, stale-if-error=540",
	);
	expect(headers.get("Cache-Control")).toBe("private, no-cache");
	expect(headers.get("Cache-Tag")).toBe("products,getreviews");
	expect(headers.get("Set-Cookie")).toBeNull();
});

test("responds with 304 for a cached page until the page changes", async () => {
	const response = await shop.fetch("/");
	const headers = { "If-None-Match": response.headers.get("ETag") ?? "" };
	const revalidation = await shop.fetch("/", { headers });
	expect(revalidation.status).toBe(304);
	expect(await revalidation.text()).toBe("");
	expect(revalidation.headers.get("Content-Security-Policy")).toBe(
		response.headers.get("Content-Security-Policy"),
	);
	await createProduct(shop, { createdAt: new Date(0) });
	expect((await shop.fetch("/", { headers })).status).toBe(200);
});

test("a page past the last one is not cached", async () => {
	for (const path of ["/?page=900", "/tools?page=24", "/sitemap.xml?part=7"]) {
		const { status, headers } = await shop.fetch(path);
		expect([path, status, headers.get("Cache-Control")]).toEqual([path, 200, "private, no-cache"]);
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBeNull();
	}
});

test("HEAD has the same ETag as GET, for pages and files", async () => {
	for (const path of ["/", "/tools", "/sitemap.xml", "/robots.txt"]) {
		const [head, get] = [await shop.fetch(path, { method: "HEAD" }), await shop.fetch(path)];
		expect([path, head.status, await head.text()]).toEqual([path, 200, ""]);
		expect([path, head.headers.get("ETag")]).toEqual([path, get.headers.get("ETag")]);
	}
});

test.each([
	["a session", { Cookie: "session=x" }, "private, no-cache"],
	["a flash message", { Cookie: "flash=x" }, "private, no-store"],
	["a bearer token", { Authorization: "Bearer x" }, "private, no-cache"],
])(
	"with %s, the home page is private and not cached at the edge",
	async (_, headers, cacheControl) => {
		const response = await shop.fetch("/", { headers });
		expect(response.headers.get("Cache-Control")).toBe(cacheControl);
		expect(response.headers.get("Cloudflare-CDN-Cache-Control")).toBeNull();
	},
);

test("no cacheable response sets a cookie, even when the request extends the session", async () => {
	const [shopper, product] = [await createAccount(shop), await createProduct(shop)];
	const soonExpiry = { expiresAt: new Date(Date.now() + 24 * 60 * 60 * 1000) };
	const pages = ["/", "/tools", `/tools/${product.id}`, ...textPages];
	const dataPaths = ["/_.data", "/tools.data", `/tools/${product.id}.data`];
	const files = ["/sitemap.xml", "/robots.txt", "/healthz", "/openapi.json", "/docs"];
	const fixture = await createFixture(shop);
	const callPaths = [...publicReadRows.map(({ path }) => path(fixture)), "/images/none"];
	let extendedSessionCount = 0;
	for (const path of [...pages, ...dataPaths, ...files, ...callPaths]) {
		await shop.db.update(sessions).set(soonExpiry).where(eq(sessions.userId, shopper.id));
		const { status, headers } = await shopper.fetch(path);
		expect([path, status]).toEqual([path, path === "/images/none" ? 404 : 200]);
		if (headers.get("Set-Cookie") === null) continue;
		extendedSessionCount += 1;
		expect([path, headers.get("Cache-Control")]).toEqual([
			path,
			expect.stringMatching(/^private\b/),
		]);
		expect([path, headers.get("Cloudflare-CDN-Cache-Control")]).toEqual([path, null]);
	}
	expect(extendedSessionCount).toBeGreaterThan(10);
});

test("cached responses contain nothing about the visitor who requested them", async () => {
	const shopper = await createAccount(shop, { name: "Hilda Hidden" });
	const signedInPage = await (await shopper.fetch("/")).text();
	const cachedPage = await (
		await shop.fetch("/", {
			headers: { Cookie: "bookmark=x; other=Hilda Hidden", "X-Name": "Hilda Hidden" },
		})
	).text();
	expect(signedInPage).toContain("SignOut");
	expect(cachedPage).not.toContain("SignOut");
	expect(cachedPage).not.toContain("Hilda");
});

test("each change to a product by an admin purges the product's pages once, after the response", async () => {
	const [admin, product] = [await createAdmin(shop), await createProduct(shop)];
	const edit = { decreption: "New words.", quantity: 90, minimum: 10, price: 11 };
	expect((await admin.fetch(`/product/${product.id}`, createJsonInit(edit, "PUT"))).status).toBe(
		200,
	);
	await expectPurges(product.id, 1);
	expect((await admin.fetch(`/products/${product.id}`, { method: "DELETE" })).status).toBe(200);
	await expectPurges(product.id, 2);
});

test("orders and cancellations purge pages only if they change whether the product is available", async () => {
	const [shopper, product] = [
		await createAccount(shop),
		await createProduct(shop, { quantity: 25, minimum: 10 }),
	];
	const placeOrder = async (quantity: number) => {
		const response = await shopper.fetch(
			"/orders",
			createOrderRequestInit(product.id, shopper.email, quantity),
		);
		expect(response.status).toBe(200);
		return (await response.json<{ insertedId: string }>()).insertedId;
	};
	const cancelOrder = async (id: string) =>
		expect((await shopper.fetch(`/orders/${id}`, { method: "DELETE" })).status).toBe(200);
	const firstOrderId = await placeOrder(10);
	await expectPurges(product.id, 0);
	const secondOrderId = await placeOrder(10);
	await expectPurges(product.id, 1);
	await cancelOrder(secondOrderId);
	await expectPurges(product.id, 2);
	await cancelOrder(firstOrderId);
	await expectPurges(product.id, 2);
});

test("a write sets an HttpOnly D1 bookmark cookie for later reads, which ignore unknown bookmarks", async () => {
	const [shopper, product] = [await createAccount(shop), await createProduct(shop)];
	const response = await shopper.fetch(
		"/orders",
		createOrderRequestInit(product.id, shopper.email, 10),
	);
	const [cookie = ""] = response.headers.getSetCookie();
	expect(cookie).toMatch(/^bookmark=[0-9a-f-]{40,110}; Path=\/; HttpOnly; SameSite=Lax$/);
	const [ownBookmark = ""] = cookie.split(";");
	const unknownBookmark = ownBookmark.replace(/=\w{8}/, "=ffffffff");
	for (const bookmark of [ownBookmark, unknownBookmark]) {
		const response = await shop.fetch(`/products/${product.id}`, { headers: { Cookie: bookmark } });
		expect([response.status, await response.json()]).toEqual([
			200,
			expect.objectContaining({ quantity: 90 }),
		]);
	}
});
