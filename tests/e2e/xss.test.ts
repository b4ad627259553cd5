import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { orderNumber } from "#contract/shop.ts";
import { createId } from "#worker/auth/tokens.ts";
import { payments, reviews } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

/** Returns text that would run a script if it were not escaped in text, attributes, script strings, comments and React Router's JSON. */
const createPayload = (field: string) =>
	`${field}"'\`><img src=x onerror=attacked()><script>attacked()</script><svg onload=attacked()></script>--><a href="javascript:attacked()">{{attacked()}}\${attacked()}</a>`;

/** The order id of a payment. The dashboard shows the order's number, which is the beginning of the id. */
const unknownOrderId = `<b>${createPayload("payment-order")}`;

/** The browser's errors about a missing picture, caused only by the `img` field. */
const missingPicture = /Failed to load resource|^request: |^response: 4/;

const injectedImage = `/images/none" onerror="attacked()`;

const shopper = await createAccount(shop, { name: createPayload("shopper") });
const admin = await createAdmin(shop, { name: createPayload("admin") });
await createAccount(shop, {
	name: createPayload("user"),
	email: `x"><img src=x onerror=attacked()>${createId()}@example.com`,
});
const { id: productId } = await createProduct(shop, {
	name: createPayload("tool"),
	description: createPayload("description"),
	img: injectedImage,
});
await shop.db.insert(reviews).values({
	id: createId(),
	userId: shopper.id,
	name: createPayload("reviewer"),
	email: createPayload("reviewer-email"),
	review: createPayload("review"),
	ratings: createPayload("ratings"),
	img: injectedImage,
});

const order = { toolId: productId, email: shopper.email, quantity: 10 };
const delivery = { location: createPayload("location"), phone: "<b onclick=attacked()>" };
const orderResponse = await shopper.fetch("/orders", createJsonInit({ ...order, ...delivery }));
const { insertedId: orderId } = await orderResponse.json<{ insertedId: string }>();
await shop.db.insert(payments).values({
	id: createPayload("payment"),
	orderId: unknownOrderId,
	amountCents: 100,
	problem: createPayload("problem"),
	updatedAt: new Date(),
});
const profile = { img: "/images/none.png", phone: "<b onclick=attacked()>" };
const profileInit = createJsonInit(profile, "PUT");
expect((await shopper.fetch(`/userinfo/${shopper.email}`, profileInit)).status).toBe(200);

/** Opens a page that records each injected script that runs, each dialog and each violation of the Content-Security-Policy. */
async function openMonitoredPage(
	account: TestAccount | null,
): Promise<{ page: Page; readViolations: () => string[] }> {
	const violations: string[] = [];
	const page = await browser.newPage({
		allowedProblems: [missingPicture],
		...(account ? { account } : {}),
	});
	await page.exposeFunction("attacked", () => violations.push("a script ran"));
	await page.exposeFunction("reportBlocked", (violation: string) => violations.push(violation));
	await page.addInitScript(`addEventListener("securitypolicyviolation",
		(event) => reportBlocked(event.violatedDirective + " " + event.blockedURI))`);
	page.on("dialog", (dialog) => violations.push(`a dialog: ${dialog.message()}`));
	return { page, readViolations: () => violations };
}

const query = encodeURIComponent(createPayload("query"));

/** The paths that each role opens, with the injected fields that each page shows. A value that begins with "<" is the text itself. */
const pages: Record<"visitor" | "shopper" | "admin", Record<string, string[]>> = {
	visitor: {
		[`/?page=${query}`]: ["tool", "review", "reviewer"],
		[`/login?from=${query}`]: [],
		[`/signup?from=${query}`]: [],
		[`/reset-password?token=${query}`]: [],
		[`/nothing/${query}?${query}`]: [],
	},
	shopper: {
		"/tools/:product": ["tool", "description"],
		"/purchase/:product": ["tool", "description"],
		"/dashbord": [],
		"/dashbord/myorders": ["tool", "shopper"],
		"/dashbord/orders/:order": ["tool", "location"],
		"/dashbord/payment/:order": ["tool", "shopper", "location"],
		[`/dashbord/payment/${query}`]: [],
		"/dashbord/addreview": [],
	},
	admin: {
		"/dashbord": [],
		"/dashbord/manageAllorders": ["tool", "problem", orderNumber(unknownOrderId)],
		"/dashbord/makeAdmin": [],
		"/dashbord/manageProducts": ["tool"],
		"/dashbord/updateproducts/:product": [],
		"/dashbord/manageReview": ["reviewer", "reviewer-email"],
		"/dashbord/addproducts": [],
	},
};

test.each(["visitor", "shopper", "admin"] as const)(
	"pages opened by the role %s show injected markup as text and run no script",
	async (role) => {
		const { page, readViolations } = await openMonitoredPage(
			{ visitor: null, shopper, admin }[role],
		);
		for (const [path, fields] of Object.entries(pages[role])) {
			await page.goto(path.replace(":product", productId).replace(":order", orderId));
			await page.waitForLoadState("load");
			for (const field of fields) {
				const text = field.startsWith("<") ? field : createPayload(field).slice(0, 60);
				await page.getByText(text).first().waitFor({ state: "attached" });
			}
			await page.mouse.move(200, 200);
			await page.locator("body").click({ position: { x: 5, y: 5 } });
			const handlers = "body [onerror], body [onload], body [onclick], a[href^='javascript']";
			expect(await page.locator(handlers).count(), path).toBe(0);
			expect(readViolations(), path).toEqual([]);
		}
	},
);

test("a rejected form shows its input as text", async () => {
	const page = await browser.newPage({ allowedProblems: [missingPicture] });
	await page.goto("/login");
	await page.getByLabel("Email").first().fill(createPayload("email"));
	await page.getByRole("button", { name: "Login", exact: true }).click();
	await page.getByText("Please provide a valid email").waitFor();
	expect(await page.getByLabel("Email").first().inputValue()).toBe(createPayload("email"));
	expect(await page.locator("[onerror]").count()).toBe(0);
});

test("the shop rejects script URLs as pictures, and does not run one that a product already has", async () => {
	for (const img of [
		"javascript:attacked()",
		"data:text/html,x",
		"//evil.example/x",
		injectedImage,
	]) {
		const review = { review: "Good", ratings: "5", img };
		expect((await shopper.fetch("/review", createJsonInit(review))).status, img).toBe(400);
	}
	const { id } = await createProduct(shop, { img: "javascript:attacked()" });
	const page = await browser.newPage({
		allowedProblems: [/^(?:console: Loading the image '|request: )javascript:/, missingPicture],
	});
	let hasRun = false;
	await page.exposeFunction("attacked", () => {
		hasRun = true;
	});
	await page.goto("/");
	await page.locator(`a[href='/purchase/${id}']`).first().waitFor();
	expect(hasRun).toBe(false);
});
