import { afterAll, expect, test } from "vitest";
import { orderNumber } from "#contract/shop.ts";
import { createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { addOrder } from "../support/orders.ts";
import { countPrintedPages } from "../support/print.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

test("on a phone, the lead text is between the heading and the buttons", async () => {
	const { id: productId } = await createProduct(shop);
	await addOrder(shop, { productId, paidAt: new Date() });
	const page = await browser.newPage({ account: await createAdmin(shop), width: 390 });
	await page.goto("/dashbord/packing");
	const getTop = async (name: string) => (await page.getByText(name).first().boundingBox())?.y ?? 0;
	const tops = [
		(await page.locator("h1").boundingBox())?.y ?? 0,
		await getTop("A pick list and"),
		await getTop("Ship with tracking"),
	];
	expect(tops).toEqual([...tops].sort((a, b) => a - b));
});

test.each([{ javaScript: true }, { javaScript: false }])(
	"the packing page prints a pick list and a slip per selected order on separate pages, without prices (%o)",
	async (options) => {
		const { id: productId } = await createProduct(shop);
		const email = `pack-${options.javaScript}@example.com`;
		const paidOrder = { productId, email, toolName: "Breaker bar", paidAt: new Date() };
		const [first, second] = [
			await addOrder(shop, { ...paidOrder, quantity: 10, name: "Ada First" }),
			await addOrder(shop, { ...paidOrder, quantity: 12, name: "Bob Second" }),
		];
		const unpaid = await addOrder(shop, { productId, email });
		const account = await createAdmin(shop);
		const page = await browser.newPage({ account, colorScheme: "dark", ...options });
		await page.goto(`/dashbord/manageAllorders?search=${email}`);
		for (const box of await page.getByRole("checkbox", { name: /^Select order/ }).all()) {
			await box.check();
		}
		await page.getByRole("button", { name: "Packing slips" }).click();
		await page.getByRole("heading", { name: "Packing Slips" }).waitFor();
		await page.getByText(`${orderNumber(unpaid.id)}: Unpaid`).waitFor();
		expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(options.javaScript);
		const shipLink = page.getByRole("link", { name: "Ship with tracking" });
		const query = new URL((await shipLink.getAttribute("href")) ?? "", shop.url).searchParams;
		expect(new Set(query.getAll("ids"))).toEqual(new Set([first.id, second.id]));
		await page.emulateMedia({ media: "print" });
		const [text = ""] = await page.locator("main").allInnerTexts();
		expect(text).toMatch(/Pick list\s+\w+ \d+, \d+ UTC\n/);
		for (const part of [
			`${orderNumber(first.id)} × 10`,
			`${orderNumber(second.id)} × 12`,
			"22",
			"Ada First\n1 Bay Road\n555 0100",
			`Order ${orderNumber(second.id)}`,
		]) {
			expect(text).toContain(part);
		}
		expect(text).not.toContain("$");
		expect(await page.getByText("Skip to content").isVisible()).toBe(false);
		expect(text).not.toContain(orderNumber(unpaid.id));
		for (const format of ["A4", "Letter"] as const) {
			expect(await countPrintedPages(page, format), format).toBe(3);
		}
		const colors = await page
			.locator(".sheet :is(th, td, h2, address, p)")
			.evaluateAll((all) => all.map((element) => getComputedStyle(element).color));
		expect(new Set(colors)).toEqual(new Set(["rgb(0, 0, 0)", "rgb(51, 51, 51)"]));
	},
);
