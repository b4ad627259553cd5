import { eq } from "drizzle-orm";
import type { Page, Route } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { users } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser, waitForToken } from "../support/browser.ts";
import { anotherPicture, smallPicture } from "../support/pictures.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const firstImage = { ...smallPicture, name: "first.png" };
const secondImage = { ...anotherPicture, name: "second.png" };

/** Opens the profile of a new shopper, and waits until its script runs. */
async function openProfile(allowedProblems: RegExp[] = []) {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account, allowedProblems });
	await page.goto("/dashbord/myprofile");
	await page.getByLabel("Contact number").fill("555 0100");
	await waitForToken(page);
	const readStoredImage = async () => {
		const row = await shop.db.select().from(users).where(eq(users.id, account.id)).get();
		return row?.img ?? null;
	};
	return { page, readStoredImage };
}

const getSubmitButton = (page: Page) => page.getByRole("button", { name: "Update Your Profile" });
const selectFile = (page: Page, file: typeof firstImage | never[]) =>
	page.getByLabel("Image").setInputFiles(file);

/** Sends an upload to the shop, and returns the response and the picture's URL. */
async function forwardUpload(route: Route) {
	const response = await route.fetch();
	const { data } = await response.json();
	return { response, url: String(data.url) };
}

test("the image selected last is stored, even if its upload finishes first", async () => {
	const { page, readStoredImage } = await openProfile();
	const firstUploaded = Promise.withResolvers<void>();
	const secondFulfilled = Promise.withResolvers<string>();
	const firstFulfilled = Promise.withResolvers<void>();
	await page.route("**/images", async (route) => {
		const { response, url } = await forwardUpload(route);
		if (route.request().postDataBuffer()?.includes("second.png")) {
			await route.fulfill({ response });
			return secondFulfilled.resolve(url);
		}
		firstUploaded.resolve();
		await secondFulfilled.promise;
		// The page may have aborted this request.
		await route.fulfill({ response }).catch(() => undefined);
		firstFulfilled.resolve();
	});
	await selectFile(page, firstImage);
	await firstUploaded.promise;
	await selectFile(page, secondImage);
	const url = await secondFulfilled.promise;
	await firstFulfilled.promise;
	await page.locator(`img[src='${url}']`).waitFor();
	await getSubmitButton(page).click();
	await page.getByText("user update successfully").waitFor();
	expect(await readStoredImage()).toBe(url);
});

test("a failed upload clears the file field and can be retried", async () => {
	const { page, readStoredImage } = await openProfile([/ERR_FAILED/]);
	let isOffline = true;
	await page.route("**/images", (route) => (isOffline ? route.abort() : route.continue()));
	await selectFile(page, firstImage);
	await page.locator(".field-error", { hasText: errors.unavailable.message }).waitFor();
	expect(await page.getByLabel("Image").inputValue()).toBe("");
	expect(await getSubmitButton(page).isEnabled()).toBe(true);
	isOffline = false;
	await page.getByRole("button", { name: "Retry" }).click();
	await page.locator("img[src^='/images/']").waitFor();
	expect(await page.locator(".field-error").count()).toBe(0);
	expect(await page.getByRole("button", { name: "Retry" }).count()).toBe(0);
	await getSubmitButton(page).click();
	await page.getByText("user update successfully").waitFor();
	expect(await readStoredImage()).toMatch(/^\/images\//);
});

test("clearing the file field aborts the upload", async () => {
	const { page } = await openProfile();
	const aborted = page.waitForEvent("requestfailed", (request) =>
		request.url().endsWith("/images"),
	);
	await page.route("**/images", () => undefined);
	await selectFile(page, firstImage);
	await page.getByRole("progressbar", { name: "Uploading" }).waitFor();
	await selectFile(page, []);
	await aborted;
	expect(await page.getByRole("progressbar").count()).toBe(0);
	expect(await getSubmitButton(page).isEnabled()).toBe(true);
});

/** Creates a JPEG segment of EXIF data with an orientation (6: rotated by 90°) and a GPS position. */
function createExif() {
	const tiff = [
		...[..."Exif\0\0II*\0"].map((letter) => letter.charCodeAt(0)),
		...[8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0],
	];
	const content = Buffer.concat([Buffer.from(tiff), Buffer.from("GPS 52.5 13.4")]);
	const length = content.length + 2;
	return Buffer.concat([Buffer.of(0xff, 0xe1, length >> 8, length & 0xff), content]);
}

/** Creates a JPEG of 2400 × 1200 pixels whose EXIF data rotates it, as in photos from phones. */
async function createPhoto(page: Page) {
	const encoded = await page.evaluate(() => {
		const canvas = Object.assign(document.createElement("canvas"), { width: 2400, height: 1200 });
		const context = canvas.getContext("2d");
		for (let x = 0; x < 2400; x += 8) {
			if (context) context.fillStyle = `hsl(${(x * 7919) % 360} 80% ${20 + (x % 60)}%)`;
			context?.fillRect(x, 0, 8, 1200);
		}
		return canvas.toDataURL("image/jpeg", 1).split(",")[1] ?? "";
	});
	const jpeg = Buffer.from(encoded, "base64");
	return Buffer.concat([jpeg.subarray(0, 2), createExif(), jpeg.subarray(2)]);
}

/** Selects a photo, and returns the body of the upload request. */
async function uploadPhoto(page: Page, buffer: Awaited<ReturnType<typeof createPhoto>>) {
	const body = Promise.withResolvers<Buffer>();
	await page.route("**/images", (route) => {
		body.resolve(route.request().postDataBuffer() ?? Buffer.of());
		return route.continue();
	});
	await selectFile(page, { name: "photo.jpg", mimeType: "image/jpeg", buffer });
	return body.promise;
}

test("a photo is uploaded upright, resized, and without its location", async () => {
	const { page } = await openProfile();
	const photo = await createPhoto(page);
	const body = await uploadPhoto(page, photo);
	expect(photo.includes("GPS")).toBe(true);
	expect(body.includes("GPS")).toBe(false);
	expect(body.length).toBeLessThan(photo.length);
	const image = page.locator("img[src^='/images/']");
	await image.waitFor();
	const getImageSize = () =>
		image.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]);
	await expect.poll(getImageSize).toEqual([800, 1600]);
});

test("a photo that the browser cannot decode is uploaded unchanged and stored without its location", async () => {
	const { page, readStoredImage } = await openProfile();
	await page.evaluate(() => Reflect.deleteProperty(window, "createImageBitmap"));
	const photo = await createPhoto(page);
	expect((await uploadPhoto(page, photo)).includes(photo)).toBe(true);
	await page.locator("img[src^='/images/']").waitFor();
	await getSubmitButton(page).click();
	await page.getByText("user update successfully").waitFor();
	const response = await shop.fetch(String(await readStoredImage()));
	expect(Buffer.from(await response.arrayBuffer()).includes("GPS")).toBe(false);
});

/** Removes the functions that Safari added after 16.4 and that a bundler does not replace. */
const removeNewerFunctions = () => {
	const newerFunctions: [object, string[]][] = [
		[Promise, ["withResolvers", "try"]],
		[Object, ["groupBy"]],
		[Map, ["groupBy"]],
		[URL, ["canParse", "parse"]],
		[AbortSignal, ["any"]],
		[String.prototype, ["isWellFormed", "toWellFormed"]],
		[
			Set.prototype,
			["union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf"],
		],
		[
			Object.getPrototypeOf(Object.getPrototypeOf([].values())),
			["map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every"],
		],
		[globalThis, ["requestIdleCallback", "scheduler", "navigation", "Iterator"]],
		[Document.prototype, ["startViewTransition"]],
	];
	for (const [owner, names] of newerFunctions)
		for (const name of names) Reflect.deleteProperty(owner, name);
};

test("pages work in a browser without the functions added after Safari 16.4", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account });
	await page.addInitScript(removeNewerFunctions);
	await page.goto("/");
	await page.getByRole("button", { name: "Subcribe" }).scrollIntoViewIfNeeded();
	await page.getByRole("heading", { name: "Get selling information" }).scrollIntoViewIfNeeded();
	await page.locator(".recharts-line").first().waitFor();
	await page.getByRole("link", { name: "Dashbord" }).click();
	await page.getByLabel("Contact number").fill("555 0100");
	await selectFile(page, firstImage);
	await page.locator("img[src^='/images/']").waitFor();
	await getSubmitButton(page).click();
	await page.getByText("user update successfully").waitFor();
	await page.getByRole("link", { name: "My Orders" }).click();
	await page.getByText("You have not ordered anything yet.").waitFor();
});
