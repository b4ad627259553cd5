import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { payments, reviews } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { asJson, startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

/** Breaks out of a text, an attribute, a script's string, a comment and React Router's own JSON. */
const payload = (field: string) =>
	`${field}"'\`><img src=x onerror=attacked()><script>attacked()</script><svg onload=attacked()></script>--><a href="javascript:attacked()">{{attacked()}}\${attacked()}</a>`;

/** What a browser says of a picture that is not there: no field but `img` provokes it. */
const missingPicture = /Failed to load resource|^request: |^response: 4/;

let shopper: TestAccount;
let admin: TestAccount;
let order = "";
let product = "";

const poisonedImage = `/images/none" onerror="attacked()`;

async function poisonContent() {
	const tool = await createProduct(shop, {
		name: payload("tool"),
		description: payload("description"),
		img: poisonedImage,
	});
	product = tool.id;
	await shop.db.insert(reviews).values({
		id: createId(),
		userId: shopper.id,
		name: payload("reviewer"),
		email: payload("reviewer-email"),
		review: payload("review"),
		ratings: payload("ratings"),
		img: poisonedImage,
	});
}

async function poisonOrder() {
	const wish = { toolId: product, email: shopper.email, quantity: 10 };
	const texts = { location: payload("location"), phone: "<b onclick=attacked()>" };
	const placed = await shopper.fetch("/orders", asJson({ ...wish, ...texts }));
	order = (await placed.json<{ insertedId: string }>()).insertedId;
	await shop.db.insert(payments).values({
		id: payload("payment"),
		orderId: payload("payment-order"),
		amountCents: 100,
		problem: payload("problem"),
		updatedAt: new Date(),
	});
	const profile = { img: "/images/none.png", phone: "<b onclick=attacked()>" };
	const kept = await shopper.fetch(`/userinfo/${shopper.email}`, asJson(profile, "PUT"));
	expect(kept.status).toBe(200);
}

beforeAll(async () => {
	shopper = await createAccount(shop, { name: payload("shopper") });
	admin = await createAdmin(shop, { name: payload("admin") });
	await createAccount(shop, {
		name: payload("user"),
		email: `x"><img src=x onerror=attacked()>${createId()}@example.com`,
	});
	await poisonContent();
	await poisonOrder();
});

/** Opens a page that tells of every script that should not have run, and of all that the policy stopped. */
async function openWatched(
	account: TestAccount | null,
): Promise<{ page: Page; alarms: () => string[] }> {
	const alarms: string[] = [];
	const page = await browser.newPage({
		allowedProblems: [missingPicture],
		...(account ? { account } : {}),
	});
	await page.exposeFunction("attacked", () => alarms.push("a script ran"));
	await page.exposeFunction("stopped", (what: string) => alarms.push(what));
	await page.addInitScript(`addEventListener("securitypolicyviolation",
		(event) => stopped(event.violatedDirective + " " + event.blockedURI))`);
	page.on("dialog", (dialog) => alarms.push(`a dialog: ${dialog.message()}`));
	return { page, alarms: () => alarms };
}

const query = encodeURIComponent(payload("query"));

/** Path, who looks, and the fields that show there as plain text. */
const visits: [string, "visitor" | "shopper" | "admin", string[]][] = [
	["/", "visitor", ["tool", "review", "reviewer"]],
	["/", "shopper", ["tool", "review", "reviewer"]],
	[`/?page=${query}`, "visitor", ["tool"]],
	[`/login?from=${query}`, "visitor", []],
	[`/signup?from=${query}`, "visitor", []],
	[`/reset-password?token=${query}`, "visitor", []],
	[`/nothing/${query}?${query}`, "visitor", []],
	[`/docs?${query}`, "visitor", []],
	["/purchase/:product", "shopper", ["tool", "description"]],
	["/dashbord", "shopper", []],
	["/dashbord/myorders", "shopper", ["tool", "shopper"]],
	["/dashbord/payment/:order", "shopper", ["tool", "shopper"]],
	[`/dashbord/payment/${query}`, "shopper", []],
	["/dashbord/addreview", "shopper", []],
	["/dashbord", "admin", []],
	["/dashbord/manageAllorders", "admin", ["tool", "problem", "payment-order"]],
	["/dashbord/makeAdmin", "admin", []],
	["/dashbord/manageProducts", "admin", ["tool"]],
	["/dashbord/updateproducts/:product", "admin", []],
	["/dashbord/manageReview", "admin", ["reviewer", "reviewer-email"]],
	["/dashbord/addproducts", "admin", []],
];

test.each(visits)(
	"%s as %s shows injected markup as text and runs no script",
	async (path, who, fields) => {
		const { page, alarms } = await openWatched({ visitor: null, shopper, admin }[who]);
		await page.goto(path.replace(":product", product).replace(":order", order));
		await page.waitForLoadState("load");
		for (const field of fields) {
			await page.getByText(payload(field).slice(0, 60)).first().waitFor({ state: "attached" });
		}
		await page.mouse.move(200, 200);
		await page.locator("body").click({ position: { x: 5, y: 5 } });
		expect(
			await page
				.locator("body [onerror], body [onload], body [onclick], a[href^='javascript']")
				.count(),
		).toBe(0);
		expect(alarms()).toEqual([]);
	},
);

test("what was typed into a refused form comes back as text, with and without script", async () => {
	for (const javaScript of [true, false]) {
		const page = await browser.newPage({ javaScript, allowedProblems: [missingPicture] });
		await page.goto("/login");
		await page.getByLabel("Email").first().fill(payload("email"));
		await page.getByRole("button", { name: "Login", exact: true }).click();
		await page.getByText("Please provide a valid email").waitFor();
		expect(await page.getByLabel("Email").first().inputValue()).toBe(payload("email"));
		expect(await page.locator("[onerror]").count()).toBe(0);
	}
});

test("a javascript: or data: URL is refused as a picture, and would not run as one", async () => {
	for (const img of [
		"javascript:attacked()",
		"data:text/html,x",
		"//evil.example/x",
		poisonedImage,
	]) {
		const review = { review: "Good", ratings: "5", img };
		expect((await shopper.fetch("/review", asJson(review))).status, img).toBe(400);
	}
	const { id } = await createProduct(shop, { img: "javascript:attacked()" });
	const page = await browser.newPage({
		allowedProblems: [/^(?:console: Loading the image '|request: )javascript:/, missingPicture],
	});
	let ran = false;
	await page.exposeFunction("attacked", () => {
		ran = true;
	});
	await page.goto("/");
	await page.locator(`a[href='/purchase/${id}']`).first().waitFor();
	expect(ran).toBe(false);
});
