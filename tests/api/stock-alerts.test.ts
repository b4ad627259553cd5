import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { stockAlertsPath, toolPath } from "#contract/shop.ts";
import { requestStockAlertPath } from "#contract/stock-alert-path.ts";
import { createId } from "#worker/auth/tokens.ts";
import { products, stockAlerts, users } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { readEmails } from "../support/emails.ts";
import {
	accountWithNonGoogleEmail,
	createEmailAddress,
	signInWithGoogle,
} from "../support/google.ts";
import { openHtml } from "../support/html-page.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

const shop = await startShop();
afterAll(shop.stop);

const createPostInit = (fields: Record<string, string>) => ({
	method: "POST",
	body: new URLSearchParams(fields),
	headers: { Origin: shop.url },
	redirect: "manual" as const,
});

test("an out-of-stock tool's page lets visitors log in to request a stock alert", async () => {
	const { id } = await createProduct(shop, { quantity: 0 });
	const pageResponse = await shop.fetch(toolPath(id));
	const html = await pageResponse.text();
	expect(html).toContain("Try Later");
	const link = `${stockAlertsPath}?tool=${id}`;
	expect(html).toContain(`href="${link}"`);
	const redirectResponse = await shop.fetch(link, { redirect: "manual" });
	expect(redirectResponse.headers.get("Location")).toBe(
		`/login?${new URLSearchParams({ from: link })}`,
	);
	const shopper = await createAccount(shop);
	const alertsHtml = await (await shopper.fetch(link)).text();
	expect(alertsHtml).toContain("Email me when it&#x27;s back");
	expect(await (await shop.fetch(toolPath(id))).text()).toContain(link);
});

/** Returns the path of the link in the newest email. */
async function readVerificationPath(email: string): Promise<string> {
	const [message] = await readEmails(shop, email);
	const { pathname, search } = new URL(
		/http\S+verify-email\S+/.exec(message?.text ?? "")?.[0] ?? "",
	);
	return pathname + search;
}

/**
 * Signs up with a redirect to `path`.
 * @returns the visitor, their email, and the path of the verification link
 */
async function signUpWithRedirect(path: string) {
	const visitor = createVisitor(shop);
	const email = `${createId()}@example.com`;
	const signUpPath = `/signup?${new URLSearchParams({ from: path })}`;
	const response = await visitor.fetch(
		signUpPath,
		createPostInit({ name: "Ann", email, password: validPassword }),
	);
	expect(response.headers.get("Location")).toBe(path);
	await expect.poll(() => readEmails(shop, email)).toHaveLength(1);
	return { visitor, email, verificationPath: await readVerificationPath(email) };
}

const verifyEmail = (visitor: Visitor, verificationPath: string) => {
	const token = new URL(verificationPath, shop.url).searchParams.get("token") ?? "";
	return visitor.fetch(verificationPath, createPostInit({ token }));
};

test("verifying the email creates the stock alert that the visitor signed up for", async () => {
	const { id } = await createProduct(shop, { quantity: 0 });
	const { visitor, email, verificationPath } = await signUpWithRedirect(requestStockAlertPath(id));
	const pageResponse = await visitor.fetch(requestStockAlertPath(id));
	expect(await pageResponse.text()).toContain("Verify your email");
	const resendPath = `/verify-email?${new URLSearchParams({ from: requestStockAlertPath(id) })}`;
	expect((await visitor.fetch(resendPath, createPostInit({ intent: "resend" }))).status).toBe(303);
	await expect.poll(() => readEmails(shop, email)).toHaveLength(2);
	const newestPath = await readVerificationPath(email);
	expect(new URL(newestPath, shop.url).searchParams.get("from")).toBe(requestStockAlertPath(id));
	expect(
		(await verifyEmail(visitor, verificationPath)).status,
		"the second link has replaced the first",
	).toBe(400);
	const verifiedResponse = await verifyEmail(visitor, newestPath);
	expect(verifiedResponse.headers.get("Location")).toBe(stockAlertsPath);
	expect(visitor.cookie("flash")).toContain(success.stockAlertRequested);
	expect(await shop.db.$count(stockAlerts, eq(stockAlerts.productId, id))).toBe(1);
});

test("a verification email sent again from My profile still creates the stock alert", async () => {
	const { id } = await createProduct(shop, { quantity: 0 });
	const { visitor, email } = await signUpWithRedirect(requestStockAlertPath(id));
	expect((await visitor.fetch("/verify-email", createPostInit({ intent: "resend" }))).status).toBe(
		303,
	);
	await expect.poll(() => readEmails(shop, email)).toHaveLength(2);
	const verifiedResponse = await verifyEmail(visitor, await readVerificationPath(email));
	expect(verifiedResponse.headers.get("Location")).toBe(stockAlertsPath);
	expect(await shop.db.$count(stockAlerts, eq(stockAlerts.productId, id))).toBe(1);
});

test("verifying the email creates the stock alert that the visitor signed up for through Google", async () => {
	const { id } = await createProduct(shop, { quantity: 0 });
	const visitor = createVisitor(shop);
	const email = createEmailAddress();
	const path = requestStockAlertPath(id);
	const signInResult = await signInWithGoogle(
		shop,
		visitor,
		accountWithNonGoogleEmail(email),
		path,
	);
	expect(signInResult.location).toBe(path);
	await expect.poll(() => readEmails(shop, email)).toHaveLength(1);
	const verifiedResponse = await verifyEmail(visitor, await readVerificationPath(email));
	expect(verifiedResponse.headers.get("Location")).toBe(stockAlertsPath);
	expect(await shop.db.$count(stockAlerts, eq(stockAlerts.productId, id))).toBe(1);
});

test("the verification link redirects only to the page for a tool's stock alert", async () => {
	const { id } = await createProduct(shop, { quantity: 0 });
	const { visitor, verificationPath } = await signUpWithRedirect(requestStockAlertPath(id));
	await shop.db.update(products).set({ quantity: 500 }).where(eq(products.id, id));
	const verifiedResponse = await verifyEmail(visitor, verificationPath);
	expect(verifiedResponse.headers.get("Location")).toBe(requestStockAlertPath(id));
	expect(await (await visitor.fetch(requestStockAlertPath(id))).text()).toContain(
		"This tool is in stock",
	);
	for (const path of ["/checkout", `${requestStockAlertPath(id)}&q=http://evil.example`]) {
		expect((await signUpWithRedirect(path)).verificationPath).toMatch(
			/^\/verify-email\?token=\w+$/,
		);
	}
});

test("a customer can request and cancel a stock alert on the tool's page", async () => {
	const { id, name } = await createProduct(shop, { quantity: 0 });
	const shopper = await createAccount(shop);
	const send = (intent: string) =>
		shopper.fetch(stockAlertsPath, createPostInit({ tool: id, intent, from: "tool" }));
	await shop.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, shopper.id));
	const rejectedResponse = await send("request");
	expect(rejectedResponse.status).toBe(409);
	expect(await rejectedResponse.text()).toContain(errors.email_not_verified.message);
	await shop.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, shopper.id));
	for (const _ of [1, 2]) {
		expect((await send("request")).headers.get("Location")).toBe(toolPath(id));
	}
	const htmlWithAlert = await (await shopper.fetch(toolPath(id))).text();
	expect(htmlWithAlert).toContain(success.stockAlertRequested.replace("'", "&#x27;"));
	expect(htmlWithAlert).toContain("Cancel alert");
	expect(await (await shopper.fetch(stockAlertsPath)).text()).toContain(name);
	expect((await send("cancel")).headers.get("Location")).toBe(toolPath(id));
	expect(await (await shopper.fetch(toolPath(id))).text()).not.toContain("Cancel alert");
	await send("request");
	const admin = await createAdmin(shop);
	const restockResponse = await admin.fetch(
		`/products/${id}`,
		createJsonInit({ updatequantity: 500 }, "PUT"),
	);
	expect(restockResponse.status).toBe(200);
	for (const _ of [1, 2]) await shop.sweep();
	const emails = await readEmails(shop, shopper.email);
	expect(emails.map(({ subject }) => subject)).toEqual([`Back in stock: ${name}`]);
	expect(await shop.db.$count(stockAlerts, eq(stockAlerts.userId, shopper.id))).toBe(0);
	expect((await send("request")).status).toBe(409);
});

test("staff see no button for a stock alert", async () => {
	const { id } = await createProduct(shop, { quantity: 0 });
	const admin = await createAdmin(shop);
	const html = await (await admin.fetch(toolPath(id))).text();
	expect(html).not.toContain("Email me when");
});

test("without JavaScript, a customer can request a stock alert and order from its email", async () => {
	const shopper = await createAccount(shop);
	const { id, name } = await createProduct(shop, { quantity: 0 });
	const requestButton = "Email me when it's back";
	const toolPage = await (await openHtml(shop, toolPath(id), shopper)).press(requestButton);
	expect([toolPage.path, toolPage.text]).toEqual([
		toolPath(id),
		expect.stringContaining(success.stockAlertRequested),
	]);
	const alertsPage = await openHtml(shop, stockAlertsPath, shopper);
	const emptyAlertsPage = await alertsPage.press(`Cancel alert for ${name}`);
	expect(emptyAlertsPage.text).toContain("You have no alerts.");
	const requestPage = await openHtml(shop, `${stockAlertsPath}?tool=${id}`, shopper);
	expect((await requestPage.press(requestButton)).text).toContain(`Cancel alert for ${name}`);
	const admin = await createAdmin(shop);
	await admin.fetch(`/products/${id}`, createJsonInit({ updatequantity: 500 }, "PUT"));
	await shop.sweep();
	const emails = await readEmails(shop, shopper.email);
	expect(emails.map(({ subject }) => subject)).toEqual([`Back in stock: ${name}`]);
	const link = /https?:\/\/\S+\/tools\/\w+/.exec(emails[0]?.text ?? "")?.[0] ?? "";
	const restockedPage = await openHtml(shop, new URL(link).pathname, shopper);
	const orderPage = await restockedPage.press("Purchase");
	expect(new URL(orderPage.path, shop.url).pathname).toBe(`/purchase/${id}`);
});
