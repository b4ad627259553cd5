import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { orderNumber } from "#contract/shop.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, reviews } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { startCheckout } from "../support/checkout.ts";
import { createProduct } from "../support/products.ts";

const till = await startCheckout();
const { shop } = till;
const browser = await startBrowser(shop);
afterAll(() => Promise.all([browser.close(), shop.stop()]));

const openAsAdmin = async (path: string) => {
	const page = await browser.newPage({ account: await createAdmin(shop) });
	await page.goto(path);
	return page;
};

const heads = (page: Page) => page.getByRole("columnheader").allTextContents();
const cellsOf = (page: Page, name: string) =>
	page.getByRole("row", { name }).getByRole("cell").allTextContents();
const question = "are you sure ? you want to delete ?";

test("My Orders lists what was ordered and what is to be paid", async () => {
	const account = await createAccount(shop, { name: "Mo Owner" });
	const [paidOrder, order] = [await till.placeOrder(account), await till.placeOrder(account)];
	const transactionId = `pi_${paidOrder}`;
	await shop.db
		.update(orders)
		.set({ paidAt: new Date(), transactionId, createdAt: new Date(0) })
		.where(eq(orders.id, paidOrder));
	const page = await browser.newPage({ account });
	await page.goto("/dashbord/myorders");
	expect(await heads(page)).toEqual([
		"Number",
		"User name",
		"Tool name",
		"Order quantity",
		"Total",
		"Date",
		"Payment",
		"Transaction id",
	]);
	const [unpaid = [], paid = []] = await Promise.all([
		cellsOf(page, "Cencel"),
		cellsOf(page, transactionId),
	]);
	expect(unpaid.slice(0, 4)).toEqual(["1", "Mo Owner", till.product.name, "10"]);
	expect(paid.slice(0, 4)).toEqual(["2", "Mo Owner", till.product.name, "10"]);
	expect(paid[4]).toBe("$125.00");
	expect(paid[5]).toMatch(/^1 Jan 1970\s*Order/);
	expect(paid[5]).toContain(orderNumber(paidOrder));
	const way = page.getByRole("link", { name: "pay", exact: true });
	expect(await way.count()).toBe(1);
	expect(await way.getAttribute("href")).toBe(`/dashbord/payment/${order}`);
	await page.getByRole("button", { name: "Cencel", exact: true }).click();
	await page.getByRole("dialog", { name: question }).waitFor();
});

test("Manage All Orders shows each state of an order and what it allows", async () => {
	const account = await createAccount(shop, { name: "Vic Various" });
	const states = {
		unpaid: {},
		paid: { paidAt: new Date() },
		shifted: { paidAt: new Date(), shippedAt: new Date() },
	};
	const ids: string[] = [];
	for (const state of Object.values(states)) {
		const id = await till.placeOrder(account);
		ids.push(id);
		const transactionId = "paidAt" in state ? `pi_${id}` : null;
		await shop.db
			.update(orders)
			.set({ ...state, transactionId })
			.where(eq(orders.id, id));
	}
	const [, paid, shifted] = ids;
	const page = await openAsAdmin("/dashbord/manageAllorders");
	expect(await heads(page)).toContain("Status");
	const unpaidRow = page.getByRole("row", { name: /Vic Various.*UnPaid/ });
	await unpaidRow.getByRole("button", { name: "Delete", exact: true }).waitFor();
	expect(await unpaidRow.getByRole("button", { name: "Shifting" }).count()).toBe(0);
	const paidRow = page.getByRole("row", { name: `pi_${paid}` });
	expect(await paidRow.getByRole("button", { name: "Delete" }).count()).toBe(0);
	const shiftedRow = page.getByRole("row", { name: `pi_${shifted}` });
	expect(await shiftedRow.getByRole("button", { name: "Deliverd" }).isDisabled()).toBe(true);
	expect(await shiftedRow.getByRole("button", { name: "Delete" }).count()).toBe(0);
	await paidRow.getByRole("button", { name: "Shifting", exact: true }).click();
	const dialog = page.getByRole("dialog", { name: "Are shure about shifting ?" });
	await dialog.getByRole("button", { name: "Shifting" }).click();
	await page.getByText("Order get Shifting", { exact: true }).waitFor();
	expect(await paidRow.getByRole("button", { name: "Deliverd" }).isDisabled()).toBe(true);
});

test("Make an Admin lists email and role, with a button for who is none", async () => {
	const [shopper, admin] = [await createAccount(shop), await createAdmin(shop)];
	const page = await openAsAdmin("/dashbord/makeAdmin");
	expect(await heads(page)).toEqual(["Email", "Role", "Actions"]);
	const shopperRow = page.getByRole("row", { name: shopper.email });
	await shopperRow.getByRole("button", { name: "make Admin", exact: true }).waitFor();
	const adminRow = page.getByRole("row", { name: admin.email });
	await adminRow.getByText("admin", { exact: true }).waitFor();
	expect(await adminRow.getByRole("button", { name: "make Admin" }).count()).toBe(0);
	await shopperRow.getByRole("button", { name: "Delete", exact: true }).click();
	await page.getByRole("dialog", { name: question }).getByText(shopper.email).waitFor();
});

test("Manage Products lists name, price per piece and quantity", async () => {
	const { id, name } = await createProduct(shop, { priceCents: 1_950, quantity: 140 });
	const page = await openAsAdmin("/dashbord/manageProducts");
	expect(await heads(page)).toEqual([
		"Name",
		"Price per piece",
		"Quantity",
		"Set stock",
		"Actions",
	]);
	expect((await cellsOf(page, name)).slice(0, 3)).toEqual([name, "$19.50", "140"]);
	const row = page.getByRole("row", { name });
	const way = row.getByRole("link", { name: "Update Product", exact: true });
	expect(await way.getAttribute("href")).toBe(`/dashbord/updateproducts/${id}`);
	await row.getByRole("button", { name: "Delete", exact: true }).click();
	await page.getByRole("dialog", { name: question }).getByText(name).waitFor();
});

test("Manage Review lists name and email", async () => {
	const id = createId();
	const author = { name: `Author ${id}`, email: `${id}@example.com` };
	const img = "/pictures/people/tom.svg";
	await shop.db.insert(reviews).values({ id, review: "Bent.", ratings: "1", img, ...author });
	const page = await openAsAdmin("/dashbord/manageReview");
	expect(await heads(page)).toEqual(["Name", "Email", "Review", "Rating", "Actions"]);
	const cells = await cellsOf(page, author.name);
	expect(cells.slice(0, 4)).toEqual([author.name, author.email, "Bent.", "1"]);
	const row = page.getByRole("row", { name: author.name });
	await row.getByRole("button", { name: "Delete", exact: true }).click();
	await page.getByRole("dialog", { name: question }).waitFor();
});

test("the blogs answer six questions, the portfolio has skills and three sites elsewhere", async () => {
	const page = await browser.newPage();
	await page.goto("/blogs");
	const questions = await page.getByRole("article").getByRole("heading").allTextContents();
	const topics = [
		/performance of a React/,
		/manage state/,
		/prototypal inheritance/,
		/set the state directly/,
		/products by name/,
		/unit test/,
	];
	expect(questions).toEqual(topics.map((topic) => expect.stringMatching(topic)));
	await page.goto("/potfolio");
	await page.getByRole("heading", { name: "Skills" }).waitFor();
	const links = await page
		.getByRole("main")
		.getByRole("link")
		.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
	const hosts = new Set(links.map((href) => new URL(href).host));
	expect([links.length, hosts.size]).toEqual([3, 3]);
	expect(hosts).not.toContain(new URL(shop.url).host);
});

test("an unknown address is a 404 with its picture", async () => {
	const page = await browser.newPage({ allow: [/404 \(Not Found\)/] });
	expect((await page.goto(`/${createId()}`))?.status()).toBe(404);
	const picture = page.getByRole("img", { name: /404/ });
	await expect
		.poll(() => picture.evaluate((img) => img.getBoundingClientRect().width))
		.toBeGreaterThan(100);
	const src = await picture.getAttribute("src");
	expect((await shop.fetch(src ?? "")).headers.get("Content-Type")).toContain("image/");
});
