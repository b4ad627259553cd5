import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { createSession } from "#worker/auth/sessions.ts";
import { createId } from "#worker/auth/tokens.ts";
import { pendingPurges, products, reviews, users } from "#worker/db/schema.ts";
import { createLocalEdge, origin } from "../support/edge/local-edge.ts";
import { createEdgeVisitor } from "../support/edge/visitor.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
/** The longest time for which a page may be out of date (docs/decisions/edge-cache.md). */
const maxStaleMs = 10 * minuteMs;

type ProductValues = Partial<typeof products.$inferInsert>;

/** Starts the built shop behind a mock of Workers Cache, with one product and a signed-in admin. */
async function createFixture() {
	vi.spyOn(console, "log").mockImplementation(() => undefined);
	vi.spyOn(console, "error").mockImplementation(() => undefined);
	const edge = createLocalEdge();
	onTestFinished(async () => {
		await edge.settle();
		edge.close();
		vi.restoreAllMocks();
	});
	const addProduct = async (values: ProductValues = {}) => {
		const id = createId();
		const numbers = { priceCents: 1_000, quantity: 100, minimum: 10 };
		const texts = { name: `Tool ${id}`, description: "Words.", img: "/pictures/pliers-800.webp" };
		await edge.db.insert(products).values({ id, ...numbers, ...texts, ...values });
		return id;
	};
	const signIn = async (role: "admin" | "shopper", dataCenterIndex = 0) => {
		const id = createId();
		const account = { id, role, email: `${id}@example.com`, name: `Name ${id}` };
		await edge.db.insert(users).values(account);
		const visitor = createEdgeVisitor(edge, dataCenterIndex);
		visitor.setCookie("session", (await createSession(edge.db, id)).token);
		return { ...visitor, email: account.email };
	};
	const productId = await addProduct();
	const admin = await signIn("admin");
	const sendPriceChange = (id: string, price: number) =>
		admin.fetch(`/product/${id}`, {
			method: "PUT",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify({ decreption: "Words.", quantity: 100, minimum: 10, price }),
		});
	/** Reads a page as an anonymous visitor. */
	const readPage = async (path: string, dataCenterIndex = 0) => {
		const response = await createEdgeVisitor(edge, dataCenterIndex).fetch(path);
		const text = await response.text();
		return {
			text,
			status: response.status,
			cacheStatus: response.headers.get("Cf-Cache-Status"),
			response,
		};
	};
	/** Changes a price and waits until the purge is done. */
	const changePrice = async (id: string, price: number) => {
		expect((await sendPriceChange(id, price)).status).toBe(200);
		await edge.settle();
	};
	return {
		...edge,
		addProduct,
		signIn,
		productId,
		admin,
		readPage,
		sendPriceChange,
		changePrice,
	};
}

test("a page is rendered once for all locations, and once more after a change", async () => {
	const { productId, readPage, changePrice, cache } = await createFixture();
	const path = `/tools/${productId}`;
	for (const dataCenterIndex of [0, 0, 1, 2])
		expect((await readPage(path, dataCenterIndex)).text).toContain("$10.00");
	expect(cache.countWorkerCalls()).toBe(1);
	await changePrice(productId, 12.5);
	for (const dataCenterIndex of [0, 1, 2])
		expect((await readPage(path, dataCenterIndex)).text).toContain("$12.50");
	expect(cache.countWorkerCalls()).toBe(2);
});

test("a change to a product purges only the pages that show the product", async () => {
	const { productId, addProduct, db, readPage, changePrice, cache } = await createFixture();
	const otherId = await addProduct({ category: "lifting" });
	const pages = ["/", "/tools", `/tools/${productId}`, `/tools/${otherId}`, "/blogs"];
	for (const path of pages) await readPage(path);
	const workerCallsBefore = cache.countWorkerCalls();
	await changePrice(productId, 12.5);
	for (const path of pages) await readPage(path);
	expect(cache.countWorkerCalls() - workerCallsBefore).toBe(3);
	expect((await db.select().from(pendingPurges)).length).toBe(0);
});

test("a change to a product also purges the pages that show it as similar", async () => {
	const { productId, addProduct, readPage, changePrice } = await createFixture();
	const similarId = await addProduct({ name: "Similar wrench" });
	expect((await readPage(`/tools/${productId}`)).text).toContain("Similar wrench");
	await changePrice(similarId, 77.77);
	expect((await readPage(`/tools/${productId}`)).text).toContain("$77.77");
});

test("a page rendered after a purge reads from the primary database, not from a lagging replica", async () => {
	const { productId, readPage, changePrice, replicas } = await createFixture();
	await readPage("/");
	replicas.setLag(50);
	await changePrice(productId, 12.5);
	expect((await readPage("/", 2)).text).toContain("$12.50");
	expect((await readPage(`/tools/${productId}`)).text).toContain("$12.50");
});

test("a purge that Cloudflare rejects is retried by the sweep and with the next purge", async () => {
	const { productId, addProduct, db, readPage, changePrice, sweep, clock } = await createFixture();
	const otherIds = await Promise.all(Array.from({ length: 26 }, () => addProduct()));
	for (const id of otherIds.slice(1)) await changePrice(id, 5);
	await readPage("/");
	await readPage(`/tools/${productId}`);
	await changePrice(productId, 12.5);
	const listPendingPurges = () => db.select().from(pendingPurges);
	expect(await listPendingPurges()).toHaveLength(2);
	expect((await readPage(`/tools/${productId}`)).text).toContain("$10.00");
	await sweep();
	expect(await listPendingPurges(), "the rate limit does not allow a purge yet").toHaveLength(2);
	clock.advance(12 * secondMs);
	await sweep();
	expect(await listPendingPurges()).toEqual([]);
	expect((await readPage(`/tools/${productId}`)).text).toContain("$12.50");
	await changePrice(productId, 13.5);
	expect(await listPendingPurges()).toHaveLength(2);
	clock.advance(12 * secondMs);
	await changePrice(otherIds[0] ?? "", 7);
	expect(await listPendingPurges()).toEqual([]);
	expect((await readPage(`/tools/${productId}`)).text).toContain("$13.50");
});

test("if every purge fails, no page is out of date for more than ten minutes", async () => {
	const { productId, readPage, changePrice, cache, clock, sweep, db } = await createFixture();
	const path = `/tools/${productId}`;
	await readPage(path);
	cache.failPurges(new Error("Network connection lost."));
	await changePrice(productId, 12.5);
	clock.advance(59 * secondMs);
	expect(await readPage(path)).toMatchObject({
		cacheStatus: "HIT",
		text: expect.stringContaining("$10.00"),
	});
	clock.advance(maxStaleMs - 60 * secondMs);
	expect((await readPage(path, 1)).text).toContain("$10.00");
	clock.advance(2 * secondMs);
	for (const dataCenterIndex of [0, 1, 2])
		expect((await readPage(path, dataCenterIndex)).text).toContain("$12.50");
	await expect(sweep()).resolves.toBeUndefined();
	expect(await db.select().from(pendingPurges)).toHaveLength(2);
});

test("a page that was rendered during a purge is out of date for at most ten minutes", async () => {
	const { productId, readPage, sendPriceChange, settle, cache, clock } = await createFixture();
	const path = `/tools/${productId}`;
	const resumeCaching = cache.delayCaching();
	const slowResponse = readPage(path);
	await vi.waitFor(() => expect(cache.countWorkerCalls()).toBe(1));
	await sendPriceChange(productId, 12.5);
	await settle();
	resumeCaching();
	await slowResponse;
	expect((await readPage(path)).text, "stored after the purge").toContain("$10.00");
	clock.advance(maxStaleMs);
	for (const dataCenterIndex of [0, 1, 2])
		expect((await readPage(path, dataCenterIndex)).text).toContain("$12.50");
});

test("while the Worker fails, cached pages are served for up to ten minutes and errors are not cached", async () => {
	const { productId, readPage, db, clock } = await createFixture();
	const path = `/tools/${productId}`;
	await readPage(path);
	await db.$client.prepare("alter table products rename to unavailable_products").run();
	clock.advance(9 * minuteMs);
	expect(await readPage(path)).toMatchObject({ status: 200 });
	clock.advance(minuteMs);
	expect((await readPage(path)).status).toBeGreaterThanOrEqual(500);
	await db.$client.prepare("alter table unavailable_products rename to products").run();
	expect((await readPage(path)).status).toBe(200);
});

test("a hidden review disappears from every page in every location", async () => {
	const { productId, db, admin, readPage, settle } = await createFixture();
	const id = createId();
	const reviewValues = {
		review: "An abusive review.",
		ratings: "1",
		img: "",
		name: "N",
		email: "n@x.com",
	};
	await db.insert(reviews).values({ id, productId, stars: 1, ...reviewValues });
	for (const path of ["/", `/tools/${productId}`])
		expect((await readPage(path)).text).toContain(reviewValues.review);
	const body = new URLSearchParams({ review: id, task: "hide" });
	expect((await admin.fetch("/dashbord/manageReview", { method: "POST", body })).status).toBe(303);
	await settle();
	for (const dataCenterIndex of [0, 1, 2])
		for (const path of ["/", `/tools/${productId}`])
			expect((await readPage(path, dataCenterIndex)).text).not.toContain(reviewValues.review);
});

test("the cache key includes the deployment, but neither the host nor the method", async () => {
	const { readPage, cache, sendRequest } = await createFixture();
	const head = await createEdgeVisitor({ sendRequest }).fetch("/", { method: "HEAD" });
	expect([head.status, await head.text()]).toEqual([200, ""]);
	const page = await readPage("/");
	expect(page.cacheStatus).toBe("HIT");
	expect(page.response.headers.get("ETag")).toBe(head.headers.get("ETag"));
	const otherHostResponse = await sendRequest(new Request("http://evil.example/"));
	expect(otherHostResponse.headers.get("Cf-Cache-Status")).toBe("HIT");
	cache.deploy();
	const responseAfterDeploy = await sendRequest(new Request("http://evil.example/"));
	expect(responseAfterDeploy.headers.get("Cf-Cache-Status")).toBe("MISS");
	expect((await readPage("/")).text).not.toContain("evil.example");
	expect((await readPage("/")).text).toContain(`<link rel="canonical" href="${origin}/"/>`);
});

test.each([0, 1, 50])(
	"signing in with Google works on a replica that is %d writes behind",
	async (lag) => {
		const edge = await createFixture();
		edge.replicas.setLag(lag);
		for (const email of ["gil@example.com", "gil@example.com", "gus@example.com"]) {
			const visitor = createEdgeVisitor(edge, 1);
			expect(await visitor.signInWithGoogle(email)).toBe("/dashbord");
			const pageResponse = await visitor.fetch("/dashbord");
			expect([pageResponse.status, (await pageResponse.text()).includes(email)]).toEqual([
				200,
				true,
			]);
		}
		expect(await edge.db.$count(users, eq(users.email, "gil@example.com"))).toBe(1);
	},
);

test("a shopper sees a new order and the new stock immediately, however far the replicas lag behind", async () => {
	const { productId, signIn, replicas } = await createFixture();
	const shopper = await signIn("shopper", 2);
	replicas.setLag(50);
	const body = {
		toolId: productId,
		email: shopper.email,
		quantity: 10,
		location: "Bay 4",
		phone: "123",
	};
	const response = await shopper.fetch("/orders", {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(body),
	});
	expect(response.status).toBe(200);
	const orders: unknown = await (await shopper.fetch(`/orders/${shopper.email}`)).json();
	expect(orders).toHaveLength(1);
	const product = await (await shopper.fetch(`/products/${productId}`)).json();
	expect(product).toMatchObject({ quantity: 90 });
});
