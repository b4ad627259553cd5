import type { Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { errors } from "#contract/errors.ts";
import { textPages } from "#contract/public-pages.ts";
import { createId } from "#worker/auth/tokens.ts";
import { checkouts } from "#worker/db/schema.ts";
import { findOverflows } from "../support/accessibility.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { addOrder, daysAgo } from "../support/orders.ts";
import { testAccessibility } from "../support/page-states.ts";
import { getCardFrame } from "../support/pay-by-card.ts";
import { addPaymentLink } from "../support/payment-links.ts";
import { createProduct, createReviewedProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

/** Adds a checkout with one order for each argument, and returns the token of its payment link. */
async function addLinkedOrders(...orderFields: Parameters<typeof addOrder>[1][]): Promise<string> {
	const id = createId();
	await shop.db.insert(checkouts).values({ id });
	let token = "";
	for (const fields of orderFields) {
		const order = await addOrder(shop, { ...fields, checkoutId: id });
		token = await addPaymentLink(shop, order.id);
	}
	return token;
}

const { id: unreviewedId } = await createProduct(shop);
const { id: soldOutId } = await createProduct(shop, { quantity: 3 });
const { id: reviewedId } = await createReviewedProduct(shop, 21);
const unpaidOrder = { productId: unreviewedId };
const canceledOrder = { ...unpaidOrder, cancelledAt: new Date(), cancelReason: "expired" as const };
const paidOrder = { ...unpaidOrder, paidAt: daysAgo(1) };
const tokens = {
	several: await addLinkedOrders(unpaidOrder, unpaidOrder),
	mixed: await addLinkedOrders(paidOrder, { ...paidOrder, shippedAt: new Date() }, canceledOrder),
};

const press = (page: Page, name: string) =>
	page.locator("main").getByRole("button", { name, exact: true }).click();

/** Types into the search field of the navbar until it suggests tools, and moves to the first suggestion. */
async function openSuggestions(page: Page) {
	const field = page.getByLabel("Find tools", { exact: true }).and(page.locator("input:visible"));
	await field.focus();
	await page.getByRole("combobox", { name: "Find tools" }).waitFor();
	await field.pressSequentially("tool");
	await page.getByRole("option").first().waitFor();
	await page.keyboard.press("ArrowDown");
}

/**
 * Expects that no API call's documentation overflows. Then removes each documentation block whose markup adds nothing new to the blocks
 * before it, because axe would need ten seconds for all 9,000 elements. An element is new if no earlier element has the same tag, class
 * and attribute names, and ancestors with the same ones.
 */
async function removeRepetitiveCallDocs(page: Page) {
	expect(await findOverflows(page)).toEqual([]);
	const remainingCount = await page.locator("main").evaluate((main) => {
		const signatures = new Map<Element, string>([[main, ""]]);
		const getSignature = (element: Element): string => {
			const cachedSignature = signatures.get(element);
			if (cachedSignature !== undefined) return cachedSignature;
			const names = Array.from(element.attributes, ({ name }) => name).sort();
			const parentSignature = getSignature(element.parentElement ?? main);
			const signature = `${parentSignature}>${element.localName}.${element.className}[${names}]`;
			signatures.set(element, signature);
			return signature;
		};
		const seenSignatures = new Set<string>();
		const blocks = main.querySelectorAll("article, nav > div");
		for (const block of blocks) {
			const blockSignatures = [block, ...block.querySelectorAll("*")].map(getSignature);
			if (blockSignatures.every((signature) => seenSignatures.has(signature))) block.remove();
			for (const signature of blockSignatures) seenSignatures.add(signature);
		}
		return [...blocks].filter(({ isConnected }) => isConnected).length;
	});
	expect(remainingCount).toBeGreaterThan(1);
}

testAccessibility({ browser }, [
	{ name: "home", path: "/" },
	{ name: "a tool without a review", path: `/tools/${unreviewedId}` },
	{ name: "a tool that is sold out", path: `/tools/${soldOutId}` },
	{
		name: "a tool with links to newer and older reviews",
		path: `/tools/${reviewedId}?page=1`,
	},
	{
		name: "an empty basket",
		path: "/basket",
		next: [
			{
				name: "the message that a tool is in the basket",
				action: async (page) => {
					await page.goto("/tools");
					await waitForHydration(page);
					await page
						.getByRole("button", { name: /^Add .* to basket$/ })
						.first()
						.click();
					await page.getByText(/ in your basket: /).waitFor();
				},
			},
			{
				name: "a basket with a tool below its minimum order",
				action: async (page) => {
					await page.goto("/basket");
					await waitForHydration(page);
					await page.getByLabel(/Pieces$/).fill("1");
					await page.keyboard.press("Tab");
					await page.getByText(/^The minimum order is/).waitFor();
				},
			},
			{
				name: "a basket from which a tool was removed",
				action: async (page) => {
					await page.getByRole("button", { name: /^Remove/ }).click();
					await page.getByText(/was removed/).waitFor();
				},
			},
		],
	},
	{
		name: "the login page",
		path: "/login",
		next: [
			{
				name: "the login page with empty fields",
				action: async (page) => {
					await press(page, "Login");
					await page.getByText("Email is Required").waitFor();
				},
			},
			{
				name: "the login page with a wrong password",
				action: async (page) => {
					await page.getByLabel("Email").fill("nobody@example.com");
					await page.getByLabel("Password", { exact: true }).fill("not this one");
					await press(page, "Login");
					await page.getByText(errors.invalid_credentials.message).waitFor();
				},
			},
		],
	},
	{ name: "the signup page", path: "/signup" },
	{
		name: "the quick order page",
		path: "/quick-order",
		next: [
			{
				name: "a quick order with lines that cannot be ordered",
				action: async (page) => {
					await page.getByLabel("Lines").fill("torqe wrench, 1\nzzzzzz, 2\nzzzzzy");
					await press(page, "Check");
					await page.getByText(/lines can be ordered/).waitFor();
				},
			},
		],
	},
	{ name: "a message that was sent", path: "/contact?sent" },
	{ name: "a newsletter subscription that must be confirmed by email", path: "/newsletter?sent" },
	{ name: "a newsletter link that has expired", path: "/newsletter/confirm?token=x" },
	{
		name: "a payment link for several orders",
		path: `/pay/${tokens.several}`,
		action: (page) => getCardFrame(page).getByLabel("Card number").waitFor(),
	},
	{ name: "a payment link for paid, shipped and canceled orders", path: `/pay/${tokens.mixed}` },
	{ name: "a payment link that does not work", path: `/pay/${"a".repeat(32)}` },
	{ name: "a reset link that has expired", path: "/reset-password?token=x" },
	...textPages.filter((path) => path !== "/docs").map((path) => ({ name: path, path })),
	{ name: "/docs", path: "/docs", action: removeRepetitiveCallDocs },
	{ name: "a page that does not exist", path: "/no-such-page" },
	{
		name: "the open menu on a phone",
		path: "/contact",
		widths: [390],
		action: async (page) => {
			await page.setViewportSize({ width: 390, height: 800 });
			await page.getByRole("button", { name: "Menu", exact: true }).click();
		},
	},
	{ name: "tools that match a filter", path: "/tools?q=tool&stock=in&max=99" },
	{ name: "a filter that no tool matches", path: "/tools?q=zzzzzz&stock=in" },
	{
		name: "search suggestions",
		path: "/contact",
		widths: [1280],
		action: openSuggestions,
	},
	{
		name: "search suggestions on a phone",
		path: "/contact",
		widths: [390],
		action: async (page) => {
			await page.setViewportSize({ width: 390, height: 800 });
			await page.getByRole("button", { name: "Find tools" }).click();
			await openSuggestions(page);
		},
	},
]);
