import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { imageMaxBytes } from "#contract/limits.ts";
import { reviews, users } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { readDrafts } from "../support/order-form.ts";
import { smallPicture } from "../support/pictures.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

test("a shopper sets a contact number and picture", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account });
	await page.goto("/dashbord/myprofile");
	await page.getByLabel("Contact number").fill("555 0100");
	await page.getByRole("button", { name: "Update Your Profile" }).click();
	await page.getByText("Image is Required").waitFor();
	expect(await page.getByLabel("Contact number").inputValue()).toBe("555 0100");
	await page.getByLabel("Image").setInputFiles(smallPicture);
	await page.locator("img[src^='/images/']").waitFor();
	await page.getByRole("button", { name: "Update Your Profile" }).click();
	await page.getByText("user update successfully").waitFor();
	const row = await shop.db.select().from(users).where(eq(users.id, account.id)).get();
	expect(row?.phone).toBe("555 0100");
	expect((await shop.fetch(String(row?.img))).status).toBe(200);
});

test("a shopper adds a review that the home page shows", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account });
	await page.goto("/dashbord/addreview");
	const text = `Turns well,\nsays ${account.id}`;
	await page.getByLabel("Review").fill(text);
	await page.getByPlaceholder("1-5").fill("5");
	await page.getByLabel("Image").setInputFiles(smallPicture);
	await page.locator("img[src^='/images/']").waitFor();
	await page.getByRole("button", { name: "Add Review" }).click();
	await page.waitForURL("/#reviews");
	await page.getByText("Review added successfully").waitFor();
	const review = page.getByRole("listitem").filter({ hasText: account.id });
	expect(await review.getByText("Turns well,").allInnerTexts()).toEqual([text]);
	const { email, name, id } = account;
	const row = await shop.db.select().from(reviews).where(eq(reviews.email, email)).get();
	expect(row).toMatchObject({ review: expect.stringContaining(id), name, ratings: "5" });
});

test("a review keeps its text when its author leaves the page or reloads it, until it is added", async () => {
	const page = await browser.newPage({ account: await createAccount(shop) });
	await page.goto("/dashbord/addreview");
	await waitForHydration(page);
	const field = page.getByLabel("Review", { exact: true });
	await field.fill("Turns well");
	await page.getByRole("link", { name: "My Orders" }).click();
	await page.getByRole("heading", { name: "My Orders" }).waitFor();
	await page.goBack();
	await expect.poll(() => field.inputValue()).toBe("Turns well");
	await page.getByPlaceholder("1-5").fill("4");
	await page.reload();
	await expect.poll(() => field.inputValue()).toBe("Turns well");
	expect(await page.getByPlaceholder("1-5").inputValue()).toBe("4");
	await page.getByLabel("Image").setInputFiles(smallPicture);
	await page.locator("img[src^='/images/']").waitFor();
	await page.getByRole("button", { name: "Add Review" }).click();
	await page.getByText("Review added successfully").waitFor();
	expect(await readDrafts(page)).not.toContain("Turns");
});

test("the profile form rejects an invalid image without offering Retry", async () => {
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
