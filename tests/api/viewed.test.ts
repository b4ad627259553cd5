import { afterAll, expect, test } from "vitest";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

/** Creates a client that keeps the viewed-products cookie between requests. */
function createClient() {
	let viewedCookie = "";
	return {
		cookie: () => viewedCookie,
		async openOrderForm(account: TestAccount, id: string, headers: Record<string, string> = {}) {
			const cookies = `session=${account.session}; ${viewedCookie}`;
			const response = await shop.fetch(`/purchase/${id}`, {
				headers: { ...headers, Cookie: cookies },
			});
			const setCookie = response.headers
				.getSetCookie()
				.find((header) => header.startsWith("viewed="));
			viewedCookie = setCookie?.split(";")[0] ?? viewedCookie;
			const html = await response.text();
			const [, sectionStart = ""] = html.split('id="recently-viewed"');
			const [listHtml = ""] = sectionStart.split("</section>");
			const ids = Array.from(listHtml.matchAll(/href="\/tools\/(\w+)"/g), ([, id]) => id);
			return { setCookie, ids };
		},
	};
}

const createProducts = (count: number) =>
	Promise.all(Array.from({ length: count }, async () => (await createProduct(shop)).id));

test("the order form shows the last six viewed products, newest first, without the current one", async () => {
	const [client, account, ids] = [
		createClient(),
		await createAccount(shop),
		await createProducts(8),
	];
	for (const id of ids) await client.openOrderForm(account, id);
	const [firstId = "", ...otherIds] = ids;
	const lastId = otherIds.at(-1) ?? "";
	await expect
		.poll(async () => (await client.openOrderForm(account, lastId)).ids)
		.toEqual(otherIds.slice(0, -1).reverse());
	expect((await client.openOrderForm(account, firstId)).ids).not.toContain(firstId);
});

test("the viewed products are stored in KV for 30 days, under the random ID in an HttpOnly cookie", async () => {
	const [client, account, [id = ""]] = [
		createClient(),
		await createAccount(shop),
		await createProducts(1),
	];
	const { setCookie = "" } = await client.openOrderForm(account, id);
	expect(setCookie).toMatch(
		/^viewed=[\w%.=+/-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
	);
	expect(decodeURIComponent(setCookie)).not.toContain(account.id);
	const { keys = [] } = (await shop.env.VIEWED?.list()) ?? {};
	const values = await Promise.all(keys.map(({ name }) => shop.env.VIEWED?.get(name)));
	expect(values).toContain(JSON.stringify({ owner: account.id, ids: [id] }));
	expect(keys.every(({ expiration }) => Number(expiration) > Date.now() / 1000 + 2_500_000)).toBe(
		true,
	);
});

/** Returns an unsigned cookie that contains the ID of a list, in the format of React Router's session storage. */
const createViewedCookie = (id: string) => `viewed=${encodeURIComponent(btoa(JSON.stringify(id)))}`;

test("a list of viewed products is shown only to its owner, even if another account forges a cookie with its ID", async () => {
	const [client, ids] = [createClient(), await createProducts(4)];
	const [owner, otherShopper] = [await createAccount(shop), await createAccount(shop)];
	const [firstId = "", secondId = "", thirdId = "", fourthId = ""] = ids;
	const id = crypto.randomUUID();
	await shop.env.VIEWED?.put(id, JSON.stringify({ owner: owner.id, ids: [firstId] }));
	const ownerHeaders = { Cookie: `session=${owner.session}; ${createViewedCookie(id)}` };
	const otherHeaders = { Cookie: `session=${otherShopper.session}; ${createViewedCookie(id)}` };
	const isListShown = async (headers: Record<string, string>) =>
		(await (await shop.fetch(`/purchase/${secondId}`, { headers })).text()).includes(
			'id="recently-viewed"',
		);
	expect(await isListShown(otherHeaders)).toBe(false);
	expect(await isListShown(ownerHeaders)).toBe(true);
	await client.openOrderForm(otherShopper, thirdId);
	expect((await client.openOrderForm(otherShopper, fourthId)).ids).toEqual([thirdId]);
});

test("signing out deletes the viewed-products cookie", async () => {
	const [client, account, [id = ""]] = [
		createClient(),
		await createAccount(shop),
		await createProducts(1),
	];
	await client.openOrderForm(account, id);
	const response = await shop.fetch("/auth/logout", {
		method: "POST",
		redirect: "manual",
		headers: { Cookie: `session=${account.session}; ${client.cookie()}`, Origin: shop.url },
	});
	const setCookie = response.headers.getSetCookie().find((header) => header.startsWith("viewed="));
	expect(setCookie).toMatch(/^viewed=;.*Expires=Thu, 01 Jan 1970/);
});

test("another account in the same browser does not see the list of viewed products", async () => {
	const [client, ids] = [createClient(), await createProducts(3)];
	const [owner, otherShopper] = [await createAccount(shop), await createAccount(shop)];
	const [firstId = "", secondId = "", thirdId = ""] = ids;
	await client.openOrderForm(owner, firstId);
	expect((await client.openOrderForm(owner, secondId)).ids).toEqual([firstId]);
	expect((await client.openOrderForm(otherShopper, thirdId)).ids).toEqual([]);
	const headers = { Cookie: `session=${owner.session}; viewed=junk.junk` };
	expect((await shop.fetch(`/purchase/${firstId}`, { headers })).status).toBe(200);
});

test("neither prefetches nor public pages record a view", async () => {
	const [client, account, ids] = [
		createClient(),
		await createAccount(shop),
		await createProducts(2),
	];
	const [firstId = "", secondId = ""] = ids;
	await client.openOrderForm(account, firstId, { "Sec-Purpose": "prefetch" });
	expect(client.cookie()).toBe("");
	expect((await client.openOrderForm(account, secondId)).ids).toEqual([]);
	for (const path of ["/tools", `/tools/${firstId}`]) {
		expect((await shop.fetch(path)).headers.get("Set-Cookie")).toBeNull();
	}
});

test("a deleted product is not shown among the viewed products", async () => {
	const [client, account] = [createClient(), await createAccount(shop)];
	const { id: deletedId } = await createProduct(shop, { deletedAt: new Date() });
	const [firstId = "", secondId = ""] = await createProducts(2);
	await client.openOrderForm(account, deletedId);
	await client.openOrderForm(account, firstId);
	expect((await client.openOrderForm(account, secondId)).ids).toEqual([firstId]);
});
