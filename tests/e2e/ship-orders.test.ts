import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { orderNumber } from "#contract/shop.ts";
import { orders } from "#worker/db/schema.ts";
import { createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { isFocused } from "../support/keyboard.ts";
import { readDrafts } from "../support/order-form.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

test("an admin selects orders, enters tracking numbers, and ships the orders that the check accepts", async () => {
	const { id: productId } = await createProduct(shop);
	const email = "ship@example.com";
	const paidOrder = { productId, email, paidAt: new Date() };
	const [first, second] = [await addOrder(shop, paidOrder), await addOrder(shop, paidOrder)];
	const unpaid = await addOrder(shop, { productId, email });
	const account = await createAdmin(shop);
	const page = await browser.newPage({ account, width: 390 });
	await page.goto(`/dashbord/manageAllorders?search=${email}`);
	for (const box of await page.getByRole("checkbox", { name: /^Select order/ }).all()) {
		await box.check();
	}
	await page.getByRole("button", { name: "Ship with tracking" }).click();
	await page.getByRole("heading", { name: "Ship Orders" }).waitFor();
	expect(new Set(new URL(page.url()).searchParams.keys())).toEqual(new Set(["ids"]));
	const field = page.getByLabel("Orders", { exact: true });
	for (const { id } of [first, second, unpaid]) {
		expect(await field.inputValue()).toContain(`${orderNumber(id)}, , \n`);
	}
	await field.fill(
		`Order;Carrier;Number\n${orderNumber(first.id)};ups;1Z 999\n${second.id};;\n${unpaid.id};dhl;7`,
	);
	await page.getByRole("button", { name: "Check" }).click();
	await page.getByText("2 orders ready, 1 cannot be shipped.").waitFor();
	await page.getByText("Cannot ship: Unpaid").waitFor();
	expect(await shop.db.$count(orders, eq(orders.state, "shipped"))).toBe(0);
	const reviewHeading = page.getByRole("heading", { name: "Review before shipping" });
	await expect.poll(() => isFocused(reviewHeading)).toBe(true);
	await page.getByRole("button", { name: "Change the lines" }).click();
	expect(await field.inputValue()).toContain("1Z 999");
	await page.getByRole("button", { name: "Check" }).click();
	await page.getByRole("button", { name: "Ship 2 orders" }).click();
	await page.getByText("2 orders shipped, 1 cannot be shipped.").waitFor();
	const heading = page.getByRole("heading", { name: "Shipping results" });
	await expect.poll(() => isFocused(heading)).toBe(true);
	await page.reload();
	const findOrder = ({ id }: { id: string }) =>
		shop.db.select().from(orders).where(eq(orders.id, id)).get();
	expect(await findOrder(first)).toMatchObject({ state: "shipped", carrier: "UPS" });
	expect(await findOrder(second)).toMatchObject({ state: "shipped", trackingNumber: null });
	expect(await findOrder(unpaid)).toMatchObject({ state: "unpaid" });
	await page.goto("/dashbord/ship");
	await page.getByLabel("Orders", { exact: true }).fill(`${first.id},UPS,1Z999`);
	await page.getByRole("button", { name: "Check" }).click();
	await page.getByText("Already shipped with UPS 1Z999").waitFor();
	expect(await page.getByRole("button", { name: /^Ship / }).count()).toBe(0);
	await shop.db.delete(orders);
});

test("the shipping form reports that no order was entered", async () => {
	const account = await createAdmin(shop);
	const allowedProblems = [/ 400 \(Bad Request\)/];
	const page = await browser.newPage({ account, allowedProblems });
	await page.goto("/dashbord/ship");
	await page.getByRole("button", { name: "Check" }).click();
	await page.getByText("Enter at least one order").waitFor();
});

test("the shipping form restores the entered lines until all of them are shipped", async () => {
	const { id: productId } = await createProduct(shop);
	const order = await addOrder(shop, { productId, paidAt: new Date() });
	const page = await browser.newPage({ account: await createAdmin(shop) });
	await page.goto("/dashbord/manageAllorders");
	const shipLink = page.getByRole("link", { name: "Ship Orders" });
	await shipLink.click();
	const field = page.getByLabel("Orders", { exact: true });
	await field.fill(`${order.id}, UPS, 1Z777`);
	await page.getByRole("button", { name: "Check" }).click();
	await page.getByText("1 order ready.").waitFor();
	await page.goBack();
	await page.getByRole("heading", { name: "Manage All Orders" }).waitFor();
	await page.goForward();
	await expect.poll(() => field.inputValue()).toBe(`${order.id}, UPS, 1Z777`);
	await page.reload();
	await expect.poll(() => field.inputValue()).toBe(`${order.id}, UPS, 1Z777`);
	await page.getByRole("button", { name: "Check" }).click();
	await page.getByRole("button", { name: "Ship 1 order" }).click();
	await page.getByText("1 order shipped").waitFor();
	await shipLink.click();
	await page.getByRole("heading", { name: "Ship Orders" }).waitFor();
	await field.waitFor();
	expect(await readDrafts(page)).not.toContain("1Z777");
	expect(await field.inputValue()).toBe("");
	await shop.db.delete(orders);
});

/** Keeps the response to a form, and the data request after it, pending until the browser leaves the page and aborts both. */
function holdResponses(): void {
	const originalFetch = window.fetch;
	let isFormSent = false;
	window.fetch = async (...args) => {
		const [request] = args;
		if (!(request instanceof Request)) return originalFetch(...args);
		const { signal, method, url } = request;
		const abort = new Promise<never>((_, reject) => {
			signal.addEventListener("abort", () => reject(signal.reason));
		});
		if (isFormSent && url.endsWith("/ship.data")) return abort;
		const response = await originalFetch(...args);
		if (method !== "POST") return response;
		isFormSent = true;
		const bytes = new Uint8Array(await response.arrayBuffer());
		const body = new ReadableStream({
			start: (controller) => controller.enqueue(bytes),
			pull: (controller) => abort.catch((error) => controller.error(error)),
		});
		return new Response(body, response);
	};
}

test("going back while the response to a form is still arriving reports no error", async () => {
	const page = await browser.newPage({ account: await createAdmin(shop) });
	await page.addInitScript(holdResponses);
	await page.goto("/dashbord/manageAllorders");
	await page.getByRole("link", { name: "Ship Orders" }).click();
	await page.getByLabel("Orders", { exact: true }).fill("unknown");
	await page.getByRole("button", { name: "Check" }).click();
	await page.getByRole("button", { name: "Change the lines" }).waitFor();
	await page.goBack();
	await page.getByRole("heading", { name: "Manage All Orders" }).waitFor();
});

/** Returns the words in the cell that are broken across lines. */
const findBrokenWords = (cell: Element) => {
	const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
	const brokenWords: string[] = [];
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\S+/g)) {
			const range = document.createRange();
			range.setStart(node, index);
			range.setEnd(node, index + word.length);
			if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1)
				brokenWords.push(word);
		}
	}
	return brokenWords;
};

test("the shipping page breaks no word and does not scroll sideways at any width", async () => {
	const { id: productId } = await createProduct(shop);
	const toolName = "Reversible ratchet, 3/8 in, 72 teeth, 40–200 Nm";
	const { id } = await addOrder(shop, { productId, toolName, paidAt: new Date() });
	const page = await browser.newPage({ account: await createAdmin(shop) });
	await page.goto("/dashbord/ship");
	const lines = `${id}, UPS, 1Z999AA10123456784\n${"X".repeat(150)}, UPS, ${"9".repeat(120)}`;
	await page.getByLabel("Orders", { exact: true }).fill(lines);
	await page.getByRole("button", { name: "Check" }).click();
	await page.getByText("1 order ready, 1 cannot be shipped.").waitFor();
	for (const width of [1280, 390, 320]) {
		await page.setViewportSize({ width, height: 900 });
		const [orderedCell] = await page.locator("td[data-label=Ordered]").all();
		expect(await orderedCell?.evaluate(findBrokenWords), `${width} px`).toEqual([]);
		const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
	}
});
