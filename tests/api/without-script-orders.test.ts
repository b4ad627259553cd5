import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { payment, success } from "#contract/messages.ts";
import { findBrokenRule } from "#contract/order-rules.ts";
import { createId } from "#worker/auth/tokens.ts";
import { addresses, orders, products } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { addAddress } from "../support/addresses.ts";
import { addBasketLine } from "../support/basket.ts";
import { openHtml } from "../support/html-page.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { addQuote } from "../support/quotes.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const admin = await createAdmin(shop);
afterAll(() => shop.stop());

test("Order again opens a prefilled order form", async () => {
	const account = await createAccount(shop);
	const product = await createProduct(shop, { quantity: 20 });
	const { id: userId, name, email } = account;
	const row = { productId: product.id, userId, name, email, quantity: 40 };
	const pastOrder = { ...row, paidAt: new Date(), location: "Here", toolPriceCents: 1_000 };
	const { id: orderId } = await addOrder(shop, pastOrder);
	const formPage = await (await openHtml(shop, "/dashbord/myorders", account)).follow(
		"Order again",
	);
	expect(formPage.text).toContain("You ordered 40 before; we have 20 in stock.");
	expect(formPage.text).toContain("The price has changed from $10.00 to $12.50 per piece.");
	expect(formPage.getFieldValue("Order quantity")).toBe("20");
	expect(formPage.getFieldValue("Location")).toBe("Here");
	expect((await formPage.press("Confirm order")).path).toMatch(/^\/dashbord\/payment\//);
	expect(await shop.db.$count(orders, eq(orders.userId, userId))).toBe(2);
	const soldOutPage = await openHtml(shop, `/dashbord/orders/${orderId}`, account);
	expect(soldOutPage.text).toContain("This tool is currently out of stock.");
	await shop.db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, product.id));
	const deletedToolPage = await openHtml(shop, `/dashbord/orders/${orderId}`, account);
	expect(deletedToolPage.text).toContain("We no longer sell this tool.");
	for (const link of ["Order again", product.name])
		await expect(deletedToolPage.follow(link)).rejects.toThrow("0 URLs");
	const listPage = await openHtml(shop, "/dashbord/myorders", account);
	await expect(listPage.follow("Order again")).rejects.toThrow("0 URLs");
});

test("staff can place an order for a customer and copy its payment link", async () => {
	const tool = await createProduct(shop, { quantity: 100 });
	const shopper = await createAccount(shop);
	const { id: userId } = shopper;
	await addOrder(shop, { productId: tool.id, userId, paidAt: new Date(), company: "Bay Garage" });
	const newOrderPage = await openHtml(shop, "/dashbord/new-order", admin);
	const searchResults = await newOrderPage.press("Search", {
		"Find the customer": shopper.email.slice(0, 20),
	});
	const orderPage = await searchResults.follow(`Order for ${shopper.name}, ${shopper.email}`);
	const toolPage = await orderPage.press("Search", { "Add a tool": tool.name });
	const piecesLabel = `Pieces of ${tool.name}`;
	const tooManyPage = await toolPage.press(`Add: ${tool.name}`, { [piecesLabel]: "1000" });
	expect(tooManyPage.text).toContain(findBrokenRule(tool, 1_000)?.message);
	const addedPage = await tooManyPage.press(`Update: ${tool.name}`, { [piecesLabel]: "20" });
	expect(["Location", "Phone", "Company"].map(addedPage.getFieldValue)).toEqual([
		"1 Bay Road",
		"555 0100",
		"Bay Garage",
	]);
	const changes = { Company: "", Location: "2 Bay Road" };
	const editPage = await (await addedPage.press("Review the order", changes)).press("Go back");
	expect(["Location", "Company"].map(editPage.getFieldValue)).toEqual(["2 Bay Road", ""]);
	const reviewPage = await editPage.press("Review the order");
	await shop.db.update(products).set({ quantity: 10 }).where(eq(products.id, tool.id));
	const rejectedPage = await reviewPage.press("Place order");
	expect(rejectedPage.text).toContain(errors.lines_rejected.message);
	expect(rejectedPage.text).toContain(findBrokenRule({ ...tool, quantity: 10 }, 20)?.message);
	const fewerPiecesPage = await rejectedPage.press(`Update: ${tool.name}`, { [piecesLabel]: "10" });
	expect(fewerPiecesPage.text).toContain("10 × $12.50");
	expect(fewerPiecesPage.getFieldValue("Location")).toBe("2 Bay Road");
	const placedOrderPage = await (await fewerPiecesPage.press("Review the order")).press(
		"Place order",
	);
	const link = (await placedOrderPage.press("Copy a payment link")).getFieldValue("Payment link");
	const { pathname } = new URL(link);
	const linkPage = await openHtml(shop, pathname);
	expect(linkPage.text).toContain(payment.needsScript);
	expect((await linkPage.press("Dark")).html).toContain(`data-theme="dark"`);
	const guessedLinkPage = await openHtml(shop, `/pay/${"a".repeat(32)}`);
	expect([guessedLinkPage.status, guessedLinkPage.text]).toEqual([
		404,
		expect.stringContaining("This link does not work"),
	]);
});

test("the review of a new customer's order names the account that already has the email", async () => {
	const { id } = await createProduct(shop);
	const { email, name } = await createAccount(shop);
	const path = `/dashbord/new-order?customer=new&line=${id}:20`;
	const typed = { Name: "Bob Other", Email: email, Location: "2 Bay Road", Phone: "555 0100" };
	const reviewPage = await (await openHtml(shop, path, admin)).press("Review the order", typed);
	expect(reviewPage.text).toContain(`Deliver to${name} 2 Bay Road`);
	expect(reviewPage.text).toContain(`The account with this email is in the name ${name}.`);
	expect(reviewPage.text).not.toContain(typed.Name);
	const editPage = await reviewPage.press("Go back");
	expect(editPage.getFieldValue("Name")).toBe(typed.Name);
});

test("rejects an order below the minimum or above the stock but keeps the address", async () => {
	const product = await createProduct(shop, { quantity: 40, minimum: 12 });
	const account = await createAccount(shop);
	const formPage = await openHtml(shop, `/purchase/${product.id}`, account);
	expect([formPage.getFieldValue("Order quantity"), formPage.getFieldValue("Email")]).toEqual([
		"12",
		account.email,
	]);
	const emptyFormPage = await formPage.press("Confirm order", { "Order quantity": "11" });
	expect(emptyFormPage.status).toBe(400);
	expect(emptyFormPage.text).toContain("Location is Required");
	expect(emptyFormPage.text).toContain("Phone is Required");
	expect(emptyFormPage.text).toContain(findBrokenRule(product, 11)?.message);
	const delivery = { Location: "1 Bench Road", Phone: "555 0100" };
	const tooManyPage = await emptyFormPage.press("Confirm order", {
		...delivery,
		"Order quantity": "41",
	});
	expect(tooManyPage.text).toContain(findBrokenRule(product, 41)?.message);
	expect(tooManyPage.getFieldValue("Location")).toBe("1 Bench Road");
	expect(await shop.db.$count(orders, eq(orders.productId, product.id))).toBe(0);
});

test("an order for the only saved address, removed in the meantime, asks for another address", async () => {
	const account = await createAccount(shop);
	const product = await createProduct(shop);
	const { id } = await addAddress(shop, account.id);
	const formPage = await openHtml(shop, `/purchase/${product.id}`, account);
	await shop.db.delete(addresses).where(eq(addresses.id, id));
	const rejectedPage = await formPage.press("Confirm order");
	expect(rejectedPage.status).toBe(404);
	expect(rejectedPage.text).toContain(errors.address_not_found.message);
	expect(rejectedPage.html).toMatch(/<input(?=[^>]* value="new")[^>]* checked=""/);
	const delivery = { Location: "2 Bay Road", Phone: "555 0100" };
	const paymentPage = await rejectedPage.press("Confirm order", delivery);
	expect(paymentPage.path).toMatch(/^\/dashbord\/payment\//);
	expect(paymentPage.text).toContain("2 Bay Road");
});

test("a saved address that was changed in another tab is shown before an order uses it", async () => {
	const account = await createAccount(shop);
	const { id: userId } = account;
	const { id: productId } = await createProduct(shop);
	await addBasketLine(shop, { userId, productId });
	const quoteId = await addQuote(shop, { userId, productId });
	const { id } = await addAddress(shop, userId);
	for (const [path, button] of [
		[`/purchase/${productId}`, "Confirm order"],
		["/checkout", "Confirm order"],
		[`/dashbord/myquotes/${quoteId}`, "Accept and order"],
	] as const) {
		const formPage = await openHtml(shop, path, account);
		const location = `2 "Hill" Road\r\nfor ${path}`;
		await shop.db.update(addresses).set({ location }).where(eq(addresses.id, id));
		const rejectedPage = await formPage.press(button);
		expect([rejectedPage.status, rejectedPage.text]).toEqual([
			409,
			expect.stringContaining(errors.address_changed.message),
		]);
		expect(rejectedPage.text).toContain(`for ${path}`);
		expect((await rejectedPage.press(button)).text).toContain(success.orderPlaced);
		await shop.db.update(addresses).set({ location: "1 Bay Road" }).where(eq(addresses.id, id));
	}
	const placedOrders = await shop.db
		.select({ location: orders.location })
		.from(orders)
		.where(eq(orders.userId, userId));
	expect(placedOrders).toHaveLength(3);
	for (const { location } of placedOrders) expect(location).toContain("Hill");
});

test("a tool can be bought at its price break", async () => {
	const { id } = await createProduct(shop, {
		priceCents: 500,
		minimum: 12,
		orderMultiple: 12,
		quantity: 300,
		priceBreaks: [
			[48, 460],
			[96, 430],
		],
	});
	const page = await openHtml(shop, `/tools/${id}`, await createAccount(shop));
	expect(page.getFieldValue("Quantity")).toBe("12");
	const formPage = await page.press("Purchase", { Quantity: "96" });
	expect([formPage.path, formPage.getFieldValue("Order quantity")]).toEqual([
		`/purchase/${id}?quantity=96`,
		"96",
	]);
	const paymentPage = await formPage.press("Confirm order", {
		Location: "1 Bench Road",
		Phone: "555",
	});
	expect(paymentPage.text).toContain("$412.80");
});

test("pasted lines that are misspelled or below the minimum can be corrected and added to the basket", async () => {
	const suffix = createId().slice(0, 6);
	const names = ["Quorum", "Vernier", "Gearpuller"].map((word) => `${word} ${suffix}`);
	for (const name of names) await createProduct(shop, { name });
	const [firstName = "", , thirdName = ""] = names;
	const basketPage = await openHtml(shop, "/basket");
	const formPage = await basketPage.follow("Paste it into a quick order");
	const lines = `${firstName}\t20\nVernie ${suffix}\t20\n${thirdName}\t3`;
	const checkedPage = await formPage.press("Check", { Lines: lines });
	expect(checkedPage.text).toContain("1 of 3 lines can be ordered");
	expect(checkedPage.text).toContain("The minimum order is 10 pieces.");
	const raisedPage = await checkedPage.press(`Raise to 10 pieces of ${thirdName}`, {
		[`Vernier ${suffix}`]: true,
	});
	expect(raisedPage.text).toContain("3 of 3 lines can be ordered");
	const filledBasketPage = await raisedPage.press("Add 3 tools to basket");
	expect(filledBasketPage.path).toBe("/basket");
	for (const name of names) expect(filledBasketPage.text).toContain(name);
	expect(filledBasketPage.text).toContain("$625.00");
	expect(filledBasketPage.text).not.toContain("couldn't be added");
});

test("pasted lines that cannot be ordered are listed on the basket page, where they can be corrected", async () => {
	const { name } = await createProduct(shop);
	const lines = new URLSearchParams({ lines: `${name},20\nZyzzyva,5` });
	const checkedPage = await (await openHtml(shop, `/quick-order?${lines}`)).press("Check");
	const filledBasketPage = await checkedPage.press("Add 1 tool to basket");
	expect(filledBasketPage.text).toContain("couldn't be added:Zyzzyva, 5");
	expect((await filledBasketPage.follow("Correct them")).getFieldValue("Lines")).toBe("Zyzzyva\t5");
});

test("a quick order rejects a spreadsheet renamed to .csv with advice to save it as CSV, and keeps the other lines", async () => {
	const form = await openHtml(shop, "/quick-order");
	const file = new File([new Uint8Array([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0])], "order.csv");
	const rejectedPage = await form.press("Check", { Lines: "Zyzzyva,5", "Or a file": file });
	expect(rejectedPage.status).toBe(415);
	expect(rejectedPage.text).toContain(errors.not_a_text_file.message);
	expect(rejectedPage.getFieldValue("Lines")).toBe("Zyzzyva\t5");
});
