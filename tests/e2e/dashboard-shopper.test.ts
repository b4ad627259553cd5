import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { imageMaxBytes } from "#contract/limits.ts";
import { orders, reviews, users } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createCheckout } from "../support/checkout.ts";
import { smallPicture } from "../support/pictures.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const pageOptions = [
	{ javaScript: true },
	{ javaScript: false, allowedProblems: [/ csp$/, /status of 4\d\d/] },
];

test.each(pageOptions)("a shopper sets a contact number and picture (%o)", async (options) => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account, ...options });
	await page.goto("/dashbord/myprofile");
	await page.getByLabel("Contact number").fill("555 0100");
	await page.getByRole("button", { name: "Update Your Profile" }).click();
	await page.getByText("Image is Required").waitFor();
	expect(await page.getByLabel("Contact number").inputValue()).toBe("555 0100");
	await page.getByLabel("Image").setInputFiles(smallPicture);
	if (options.javaScript) await page.locator("img[src^='/images/']").waitFor();
	await page.getByRole("button", { name: "Update Your Profile" }).click();
	await page.locator("img[src^='/images/']").waitFor();
	const toast = page.getByText("user update successfully");
	await toast.waitFor();
	if (!options.javaScript) {
		const [toastBox, titleBox] = await Promise.all([
			toast.boundingBox(),
			page.locator("h1").boundingBox(),
		]);
		expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThan(titleBox?.y ?? 0);
	}
	const row = await shop.db.select().from(users).where(eq(users.id, account.id)).get();
	expect(row?.phone).toBe("555 0100");
	expect((await shop.fetch(String(row?.img))).status).toBe(200);
});

test.each(pageOptions)(
	"a shopper adds a review, which the home page shows (%o)",
	async (options) => {
		const account = await createAccount(shop);
		const page = await browser.newPage({ account, ...options });
		await page.goto("/dashbord/addreview");
		const text = `Turns well,\nsays ${account.id}`;
		await page.getByLabel("Review").fill(text);
		await page.getByPlaceholder("1-5").fill("5");
		await page.getByLabel("Image").setInputFiles(smallPicture);
		if (options.javaScript) await page.locator("img[src^='/images/']").waitFor();
		await page.getByRole("button", { name: "Add Review" }).click();
		await page.waitForURL("/#reviews");
		await page.getByText("Review added successfully").waitFor();
		const review = page.getByRole("listitem").filter({ hasText: account.id });
		expect(await review.getByText("Turns well,").allInnerTexts()).toEqual([text]);
		const { email, name, id } = account;
		const row = await shop.db.select().from(reviews).where(eq(reviews.email, email)).get();
		expect(row).toMatchObject({ review: expect.stringContaining(id), name, ratings: "5" });
	},
);

test("a review by a customer who bought the tool is marked as a verified purchase", async () => {
	const [account, product] = await Promise.all([createAccount(shop), createProduct(shop)]);
	const order = await createCheckout(shop, product).placeOrder(account);
	const paid = { paidAt: new Date(), transactionId: `pi_${order}` };
	await shop.db.update(orders).set(paid).where(eq(orders.id, order));
	const page = await browser.newPage({ account });
	await page.goto("/dashbord/addreview");
	await page.getByLabel("Tool", { exact: true }).selectOption(product.name);
	await page.getByLabel("Review").fill("Holds every bolt.");
	await page.getByPlaceholder("1-5").fill("5");
	await page.getByLabel("Image").setInputFiles(smallPicture);
	await page.locator("img[src^='/images/']").waitFor();
	await page.getByRole("button", { name: "Add Review" }).click();
	await page.waitForURL("/#reviews");
	await page.goto(`/tools/${product.id}`);
	const review = page.getByRole("listitem").filter({ hasText: "Holds every bolt." });
	await review.getByText("Verified purchase").waitFor();
});

test("rejects a file that is not an accepted image, without offering Retry", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account, allowedProblems: [/status of 415/] });
	await page.goto("/dashbord/myprofile");
	for (const [message, file] of [
		["Only PNG, JPEG, WebP, AVIF or GIF", { ...smallPicture, mimeType: "text/plain" }],
		["larger than 5 MB", { ...smallPicture, buffer: Buffer.alloc(imageMaxBytes + 1) }],
		["Only PNG, JPEG, WebP, AVIF or GIF", { ...smallPicture, buffer: Buffer.from("<svg></svg>") }],
	] as const) {
		await page.getByLabel("Image").setInputFiles(file);
		await page.locator(".field-error", { hasText: message }).waitFor();
		expect(await page.getByRole("button", { name: "Retry" }).count()).toBe(0);
	}
});
