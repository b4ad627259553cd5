import { afterAll, expect, test, vi } from "vitest";
import { errors } from "#contract/errors.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { breakTable } from "../support/broken-table.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

/** The body of an API call's response during an outage. */
const unavailableBody = { message: errors.unavailable.message, code: "unavailable" };

const connectionLost = "Network connection lost";

/** Runs `work` while a table is unavailable. */
async function withBrokenTable(
	table: string,
	work: () => Promise<void>,
	errorMessage = connectionLost,
) {
	const repairTable = await breakTable(shop, table, errorMessage);
	await work().finally(repairTable);
}

/** Expects the error page for an outage, which must not be cached. */
async function expectOutagePage(response: Response) {
	expect(response.status).toBe(503);
	expect(response.headers.get("Content-Type")).toMatch(/^text\/html/);
	expect(response.headers.get("Retry-After")).toBe("60");
	expect(response.headers.get("Cache-Control")).toBe("private, no-store");
	expect(response.headers.get("Cloudflare-CDN-Cache-Control")).toBeNull();
	expect(response.headers.get("ETag")).toBeNull();
	expect(await response.text()).toContain(errors.unavailable.message);
}

test("while products cannot be read, the home page responds with 503 and an uncached error page", async () => {
	await createProduct(shop);
	await withBrokenTable("products", async () => {
		await expectOutagePage(await shop.fetch("/"));
		expect((await shop.fetch("/blogs")).status, "a page without products works").toBe(200);
		expect((await shop.fetch("/login")).status).toBe(200);
		const response = await shop.fetch("/products");
		expect([response.status, await response.json()]).toEqual([503, unavailableBody]);
		expect(response.headers.get("Retry-After")).toBe("60");
	});
	const recoveredResponse = await shop.fetch("/");
	expect(recoveredResponse.status).toBe(200);
	expect(recoveredResponse.headers.get("Cloudflare-CDN-Cache-Control")).toMatch(/^public/);
});

test("during an outage, a form that is too large gets a 503, because its body is not read", async () => {
	const shopper = await createAccount(shop);
	const body = new URLSearchParams({ email: "x".repeat(200_000), password: "x" });
	expect((await shopper.fetch("/login", { method: "POST", body })).status).toBe(413);
	await withBrokenTable("sessions", async () => {
		await expectOutagePage(await shopper.fetch("/login", { method: "POST", body }));
	});
});

test.each([
	["orders", "shopper", "/dashbord/myorders"],
	["orders", "shopper", "/dashbord/payment/x"],
	["users", "admin", "/dashbord/makeAdmin"],
	["payments", "admin", "/dashbord/manageAllorders"],
	["reviews", "admin", "/dashbord/manageReview"],
	["products", "admin", "/dashbord/manageProducts"],
])(
	"while the table %s is not available, the dashboard shows the %s a 503 page at %s",
	async (table, role, path) => {
		const account = role === "admin" ? await createAdmin(shop) : await createAccount(shop);
		await withBrokenTable(table, async () => {
			await expectOutagePage(await account.fetch(path));
			const dataResponse = await account.fetch(`${path}.data`);
			expect([dataResponse.status, await dataResponse.text()]).toEqual([
				503,
				expect.stringContaining(errors.unavailable.message),
			]);
		});
	},
);

test("while sessions cannot be read, nobody is signed out or treated as anonymous", async () => {
	const shopper = await createAccount(shop);
	await withBrokenTable("sessions", async () => {
		for (const path of ["/", "/dashbord/myorders", "/login"]) {
			const pageResponse = await shopper.fetch(path);
			expect(pageResponse.headers.get("Set-Cookie"), path).toBeNull();
			await expectOutagePage(pageResponse);
		}
		const form = { method: "POST", body: new URLSearchParams({ review: "x" }) };
		await expectOutagePage(await shopper.fetch("/dashbord/addReview", form));
		const apiResponse = await shopper.fetch(`/orders/${shopper.email}`);
		expect([apiResponse.status, await apiResponse.json()]).toEqual([503, unavailableBody]);
		const tokenResponse = await shopper.fetchWithToken("/products");
		expect(tokenResponse.status).toBe(503);
		expect((await shop.fetch("/")).status, "a visitor without a session is not affected").toBe(200);
	});
	expect((await shopper.fetch("/dashbord/myorders")).status).toBe(200);
});

test("a form that could not be saved keeps its input and can be sent again", async () => {
	const shopper = await createAccount(shop);
	const fields = { review: "Kept text", ratings: "5", img: "/images/x.png" };
	const send = () =>
		shopper.fetch("/dashbord/addReview", { method: "POST", body: new URLSearchParams(fields) });
	await withBrokenTable("reviews", async () => {
		const failedResponse = await send();
		expect(failedResponse.status).toBe(503);
		const page = await failedResponse.text();
		expect(page).toContain(errors.unavailable.message);
		expect(page).toContain("Kept text");
		const requestId = failedResponse.headers.get("X-Request-Id") ?? "none";
		expect(page).toContain(`Reference: ${requestId}`);
		await vi.waitFor(() => {
			const cause = shop.logs().find((line) => line.includes(`${requestId} `));
			expect(cause).toContain(connectionLost);
		});
		expect(shop.logs().join("\n"), "the input is not logged").not.toContain("Kept text");
	});
	expect((await send()).status).toBe(303);
});

test("a failed write responds with 503 if the database is overloaded, but with 500 for a bug", async () => {
	const shopper = await createAccount(shop);
	const { id } = await createProduct(shop);
	const order = { toolId: id, email: shopper.email, quantity: 10, location: "Here", phone: "1" };
	const placeOrder = () => shopper.fetch("/orders", createJsonInit(order));
	await withBrokenTable(
		"orders",
		async () => expect((await placeOrder()).status).toBe(503),
		"overloaded",
	);
	await withBrokenTable(
		"orders",
		async () => expect((await placeOrder()).status).toBe(500),
		"a bug",
	);
	expect((await placeOrder()).status).toBe(200);
});
