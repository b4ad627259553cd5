import { afterAll, expect, test } from "vitest";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

/** A browser that keeps the cookie of what was looked at. */
function openBrowser() {
	let viewed = "";
	return {
		cookie: () => viewed,
		async look(account: TestAccount, id: string, headers: Record<string, string> = {}) {
			const cookies = `session=${account.session}; ${viewed}`;
			const response = await shop.fetch(`/purchase/${id}`, {
				headers: { ...headers, Cookie: cookies },
			});
			const line = response.headers.getSetCookie().find((one) => one.startsWith("viewed="));
			viewed = line?.split(";")[0] ?? viewed;
			const html = await response.text();
			const [, row = ""] = html.split('id="recently-viewed"');
			const [shown = ""] = row.split("</section>");
			const ids = Array.from(shown.matchAll(/href="\/tools\/(\w+)"/g), ([, tool]) => tool);
			return { line, ids };
		},
	};
}

const tools = (count: number) =>
	Promise.all(Array.from({ length: count }, async () => (await createProduct(shop)).id));

test("the last six viewed tools are shown, the newest first, without the current one", async () => {
	const [browser, account, ids] = [openBrowser(), await createAccount(shop), await tools(8)];
	for (const id of ids) await browser.look(account, id);
	const [first = "", ...others] = ids;
	const last = others.at(-1) ?? "";
	await expect
		.poll(async () => (await browser.look(account, last)).ids)
		.toEqual(others.slice(0, -1).reverse());
	expect((await browser.look(account, first)).ids).not.toContain(first);
});

test("the HttpOnly cookie holds a random id for 30 days; the list is in KV", async () => {
	const [browser, account, [id = ""]] = [openBrowser(), await createAccount(shop), await tools(1)];
	const { line = "" } = await browser.look(account, id);
	expect(line).toMatch(/^viewed=[\w%.=+/-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
	expect(decodeURIComponent(line)).not.toContain(account.id);
	const { keys = [] } = (await shop.env.VIEWED?.list()) ?? {};
	const values = await Promise.all(keys.map(({ name }) => shop.env.VIEWED?.get(name)));
	expect(values).toContain(JSON.stringify({ owner: account.id, ids: [id] }));
	expect(keys.every(({ expiration }) => Number(expiration) > Date.now() / 1000 + 2_500_000)).toBe(
		true,
	);
});

/** @returns the cookie of an unsigned list, as the session storage of React Router writes an id */
const cookieOf = (id: string) => `viewed=${encodeURIComponent(btoa(JSON.stringify(id)))}`;

test("the list belongs to the owner stored in KV, even if another account makes a cookie with its id", async () => {
	const [browser, ids] = [openBrowser(), await tools(4)];
	const [one, other] = [await createAccount(shop), await createAccount(shop)];
	const [first = "", second = "", third = "", fourth = ""] = ids;
	const id = crypto.randomUUID();
	await shop.env.VIEWED?.put(id, JSON.stringify({ owner: one.id, ids: [first] }));
	const own = { Cookie: `session=${one.session}; ${cookieOf(id)}` };
	const foreign = { Cookie: `session=${other.session}; ${cookieOf(id)}` };
	const shown = async (headers: Record<string, string>) =>
		(await (await shop.fetch(`/purchase/${second}`, { headers })).text()).includes(
			'id="recently-viewed"',
		);
	expect(await shown(foreign)).toBe(false);
	expect(await shown(own)).toBe(true);
	await browser.look(other, third);
	expect((await browser.look(other, fourth)).ids).toEqual([third]);
});

test("signing out deletes the cookie", async () => {
	const [browser, account, [id = ""]] = [openBrowser(), await createAccount(shop), await tools(1)];
	await browser.look(account, id);
	const response = await shop.fetch("/auth/logout", {
		method: "POST",
		redirect: "manual",
		headers: { Cookie: `session=${account.session}; ${browser.cookie()}`, Origin: shop.url },
	});
	const line = response.headers.getSetCookie().find((one) => one.startsWith("viewed="));
	expect(line).toMatch(/^viewed=;.*Expires=Thu, 01 Jan 1970/);
});

test("the list is shown neither to another account on the same browser nor for a forged cookie", async () => {
	const [browser, ids] = [openBrowser(), await tools(3)];
	const [one, other] = [await createAccount(shop), await createAccount(shop)];
	const [first = "", second = "", third = ""] = ids;
	await browser.look(one, first);
	expect((await browser.look(one, second)).ids).toEqual([first]);
	expect((await browser.look(other, third)).ids).toEqual([]);
	const headers = { Cookie: `session=${one.session}; viewed=junk.junk` };
	expect((await shop.fetch(`/purchase/${first}`, { headers })).status).toBe(200);
});

test("a prefetch is not recorded as a view, and a visitor who only reads gets no cookie", async () => {
	const [browser, account, ids] = [openBrowser(), await createAccount(shop), await tools(2)];
	const [first = "", second = ""] = ids;
	await browser.look(account, first, { "Sec-Purpose": "prefetch" });
	expect(browser.cookie()).toBe("");
	expect((await browser.look(account, second)).ids).toEqual([]);
	for (const path of ["/tools", `/tools/${first}`]) {
		expect((await shop.fetch(path)).headers.get("Set-Cookie")).toBeNull();
	}
});

test("a tool that is no longer sold is not shown", async () => {
	const [browser, account] = [openBrowser(), await createAccount(shop)];
	const { id: gone } = await createProduct(shop, { deletedAt: new Date() });
	const [first = "", second = ""] = await tools(2);
	await browser.look(account, gone);
	await browser.look(account, first);
	expect((await browser.look(account, second)).ids).toEqual([first]);
});
