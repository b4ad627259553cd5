import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { basketLinesMax } from "#contract/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { basketLines, savedLists } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { addBasketLine } from "../support/basket.ts";
import { createEndedSessionHelpers } from "../support/ended-session.ts";
import { createEmailAddress, signInWithGoogle, workspaceAccount } from "../support/google.ts";
import { openHtml, readPage } from "../support/html-page.ts";
import { addDashboardRows } from "../support/many-rows.ts";
import { validPassword as password } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { addSecondFactor, createTotp } from "../support/second-factor.ts";
import { createJsonInit, startShop } from "../support/shop.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

const shop = await startShop();
afterAll(shop.stop);

const createPostInit = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
	method: "POST",
	body: new URLSearchParams(fields),
	headers,
});

/** Creates a visitor with 25 pieces of a tool in the basket. */
async function createVisitorWithBasket() {
	const visitor = createVisitor(shop);
	const { id: productId, name } = await createProduct(shop);
	await visitor.fetch("/basket/add", createPostInit({ product: productId, quantity: "25" }));
	return { visitor, productId, name };
}

const readBasketLines = async (visitor: Visitor) => {
	const { lines } = await (await visitor.fetch("/basket/lines")).json<{ lines: unknown[] }>();
	return lines;
};

const signIns: Record<string, (visitor: Visitor) => Promise<unknown>> = {
	"a sign-up": (visitor) =>
		visitor.fetch(
			"/signup",
			createPostInit({ name: "Sam", email: `${createId()}@example.com`, password }),
		),
	"a login with the form": async (visitor) => {
		const { email } = await createAccount(shop, { password });
		await visitor.fetch("/login", createPostInit({ email, password }));
	},
	"a login with the API": async (visitor) => {
		const { email } = await createAccount(shop, { password });
		await visitor.fetch("/auth/login", createJsonInit({ email, password }));
	},
	"a login with a second factor": async (visitor) => {
		const { id, email } = await createAccount(shop, { password });
		await addSecondFactor(shop.db, id);
		await visitor.fetch("/login", createPostInit({ email, password }));
		expect(visitor.cookie("basket")).toBeDefined();
		await visitor.fetch("/login/code", createPostInit({ code: await createTotp() }));
	},
	"a sign-in with Google": (visitor) =>
		signInWithGoogle(shop, visitor, workspaceAccount(createEmailAddress())),
};

test.each(Object.entries(signIns))(
	"%s moves the visitor's basket into the account",
	async (_, signIn) => {
		const { visitor, productId } = await createVisitorWithBasket();
		await signIn(visitor);
		expect(visitor.cookie("basket")).toBeUndefined();
		expect(visitor.cookie("basketcount")).toBe("1");
		expect(await readBasketLines(visitor)).toMatchObject([{ toolId: productId, quantity: 25 }]);
		await visitor.fetch("/login", createPostInit({ intent: "signout" }));
		expect(visitor.cookie("basketcount")).toBeUndefined();
	},
);

test("resubmitting a form with the same key adds the pieces only once", async () => {
	const { id: productId, name } = await createProduct(shop);
	const shopper = await createAccount(shop);
	const add = async (key: string) => {
		const response = await shopper.fetch(
			"/basket/add",
			createPostInit({ product: productId, quantity: "20", key }, { Accept: "application/json" }),
		);
		return response.json();
	};
	for (const [key, pieces] of [
		["one", 20],
		["one", 20],
		["two", 40],
	] as const) {
		expect(await add(key)).toEqual({ message: `${pieces} in your basket: ${name}` });
	}
});

test("scripts can read the basket's count but not the basket", async () => {
	const { id: productId } = await createProduct(shop);
	const response = await createVisitor(shop).fetch(
		"/basket/add",
		createPostInit({ product: productId }),
	);
	const cookies = response.headers.getSetCookie().filter((cookie) => cookie.startsWith("basket"));
	const httpOnlyFlags = cookies.map((cookie) => [
		cookie.split("=")[0],
		cookie.includes("HttpOnly"),
	]);
	expect(httpOnlyFlags).toEqual([
		["basket", true],
		["basketcount", false],
	]);
	for (const cookie of cookies) expect(cookie).toContain("SameSite=Lax");
});

test("adding a tool redirects back with a message or, for a script, responds with JSON", async () => {
	const { id: productId, name } = await createProduct(shop);
	const visitor = createVisitor(shop);
	const Referer = `${shop.url}/tools?q=x`;
	const response = await visitor.fetch(
		"/basket/add",
		createPostInit({ product: productId }, { Referer }),
	);
	expect([response.status, response.headers.get("Location")]).toEqual([303, "/tools?q=x"]);
	const message = `10 in your basket: ${name}`;
	const page = await (await visitor.fetch("/")).text();
	// The toast keeps a measure in an element of its own.
	expect(page.replaceAll(/<\/?span[^>]*>/g, "")).toContain(message);
	expect(page).toContain("View basket");
	for (const [referrer, location] of [
		["https://evil.example/x", "/basket"],
		[`${shop.url}//evil.example/x`, "/"],
		[`${shop.url}/\\evil.example/x`, "/"],
	] as const) {
		const redirectResponse = await visitor.fetch(
			"/basket/add",
			createPostInit({ product: productId }, { Referer: referrer }),
		);
		expect(redirectResponse.headers.get("Location"), referrer).toBe(location);
	}
	const Accept = "application/json";
	const scriptResponse = await visitor.fetch(
		"/basket/add",
		createPostInit({ product: productId, quantity: "12" }, { Accept }),
	);
	expect(await scriptResponse.json()).toEqual({ message: `52 in your basket: ${name}` });
	for (const [fields, status] of [
		[{ product: "none" }, 404],
		[{ product: productId, quantity: "0" }, 400],
		[{}, 400],
	] as const) {
		const rejectedResponse = await visitor.fetch(
			"/basket/add",
			createPostInit({ ...fields }, { Accept }),
		);
		expect(rejectedResponse.status).toBe(status);
	}
});

test("the basket and checkout pages tell staff that they have no basket", async () => {
	const staff = await createAccount(shop, { role: "support" });
	const { id: productId } = await createProduct(shop);
	const response = await staff.fetch(
		"/basket/add",
		createPostInit({ product: productId }, { Accept: "application/json" }),
	);
	expect([response.status, await response.json()]).toEqual([
		403,
		{ message: errors.staff_basket.message },
	]);
	for (const path of ["/basket", "/checkout"]) {
		expect(await (await staff.fetch(path)).text()).toContain("they have no basket");
	}
	expect(await (await staff.fetch("/")).text()).not.toContain("basket-link");
});

test("a visitor can restore a tool that was removed by button or by a quantity of 0", async () => {
	const { visitor, productId, name } = await createVisitorWithBasket();
	const submit = async (fields: Record<string, string>) => {
		const response = await visitor.fetch(
			"/basket",
			createPostInit({ product: productId, ...fields }),
		);
		return response.headers.get("Location") ?? "";
	};
	const pathAfterRemoval = await submit({ intent: "remove" });
	expect(pathAfterRemoval).toBe(`/basket?removed=${productId}&quantity=25`);
	expect(await (await visitor.fetch(pathAfterRemoval)).text()).toContain(`${name} was removed.`);
	expect(await submit({ intent: "restore", quantity: "25" })).toBe(`/basket#line-${productId}`);
	expect(await (await visitor.fetch(pathAfterRemoval)).text()).not.toContain("was removed");
	expect(await submit({ intent: "set", quantity: "0" })).toBe(pathAfterRemoval);
	expect(visitor.cookie("basketcount")).toBeUndefined();
});

test("without JavaScript, a visitor can order several tools at once", async () => {
	const names: string[] = [];
	for (let count = 0; count < 3; count += 1) names.push((await createProduct(shop)).name);
	const visitor = createVisitor(shop);
	for (const name of names) {
		const toolsPage = await readPage(visitor, `/tools?q=${name}`);
		expect((await toolsPage.press(`Add ${name} to basket`)).text).toContain(
			`10 in your basket: ${name}`,
		);
	}
	const [firstName = ""] = names;
	const basketPage = await (await readPage(visitor, "/")).follow("Basket");
	const updatedBasketPage = await basketPage.press("Update", { [`${firstName}, Pieces`]: "20" });
	expect(updatedBasketPage.text).toContain("$500.00");
	const loginPage = await updatedBasketPage.follow("Checkout");
	const signUpPage = await loginPage.follow("Create an account");
	const account = { Name: "Gary Garage", Email: `${createId()}@example.com`, Password: password };
	const checkoutPage = await signUpPage.press("Sign up", account);
	expect([checkoutPage.path, checkoutPage.text]).toEqual([
		"/checkout",
		expect.stringContaining("Your order: 3 tools"),
	]);
	const delivery = { Location: "1 Bay Road", Phone: "555 0100" };
	const paymentPage = await checkoutPage.press("Confirm order", delivery);
	expect(paymentPage.text).toContain("your order is wait for payment");
	expect(paymentPage.text).toContain("Payment for 3 orders");
});

test("without JavaScript, a tool's page adds the typed quantity to the basket", async () => {
	const { id, name } = await createProduct(shop);
	const page = await openHtml(shop, `/tools/${id}`);
	const nextPage = await page.press("Add to basket", { Quantity: "30" });
	expect(nextPage.text).toContain(`30 in your basket: ${name}`);
});

test("says why a basket that was filled after a logout is not saved as a list", async () => {
	const { visitor, name } = await createVisitorWithBasket();
	const init = createPostInit({ intent: "save", name: "Brake jobs" });
	const basketPage = await readPage(visitor, "/basket", init);
	expect(basketPage.text).toContain(name);
	expect(basketPage.text).toContain(errors.unauthenticated.message);
});

test("after a login, a full basket and its checkout say how many of the visitor's tools they have no room for", async () => {
	const { visitor, productId } = await createVisitorWithBasket();
	const account = await createAccount(shop);
	const basket = visitor.cookie("basket") ?? "";
	await addDashboardRows(shop, { prefix: "full", count: basketLinesMax, productId });
	await shop.db.run(
		sql`insert into basket_lines (user_id, product_id, quantity, price_cents, added_at)
			select ${account.id}, id, 10, 1250, created_at from products where id like 'full%'`,
	);
	const owner = createVisitor(shop, { session: account.session, basket });
	const notice = "No room for 1 tool from before you logged in.";
	const fullPage = await readPage(owner, "/basket");
	expect(fullPage.text).toContain(notice);
	expect((await fullPage.follow("Checkout")).text).toContain(notice);
	const removedPage = await fullPage.press("Remove full 0000");
	expect(removedPage.text).not.toContain(notice);
	expect(owner.cookie("basket")).toBeUndefined();
});

test("a basket change sent after the session ended is made after a login, but not in another account's basket", async () => {
	const { createUser, openPage, endSessions } = createEndedSessionHelpers(shop);
	const [account, other] = [await createUser(), await createUser()];
	const { id: productId, name } = await createProduct(shop);
	await addBasketLine(shop, { userId: account.id, productId });
	const { page, logInInNewTab } = await openPage("/basket", account);
	await endSessions(account);
	const quantity = { [`${name}, Pieces`]: "37" };
	const keptPage = await page.press("Update", quantity);
	expect([keptPage.status, keptPage.text]).toEqual([
		401,
		expect.stringContaining("Your session has ended, so your change wasn't saved. Log in"),
	]);
	expect(keptPage.text).not.toContain("Your basket is empty");
	const stillSignedOutPage = await keptPage.press("Continue");
	expect(stillSignedOutPage.status).toBe(401);
	await logInInNewTab(other);
	expect((await stillSignedOutPage.press("Continue")).text).toContain(
		errors.account_changed.message,
	);
	expect(await shop.db.$count(basketLines, eq(basketLines.userId, other.id))).toBe(0);
	await endSessions(other);
	await logInInNewTab();
	const basketPage = await stillSignedOutPage.press("Continue");
	expect(basketPage.getFieldValue(`${name}, Pieces`)).toBe("37");
	await endSessions(account);
	const keptList = await basketPage.press("Save", { "List name": "Bay 3" });
	await logInInNewTab();
	await keptList.press("Continue");
	expect(await shop.db.$count(savedLists, eq(savedLists.userId, account.id))).toBe(1);
});
