import { eq } from "drizzle-orm";
import type { Page, Route } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { users } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { anotherPicture, smallPicture } from "../support/pictures.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const first = { ...smallPicture, name: "first.png" };
const second = { ...anotherPicture, name: "second.png" };

/** The profile of a new shopper, whose script is running. */
async function openProfile(allowedProblems: RegExp[] = []) {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account, allowedProblems });
	await page.goto("/dashbord/myprofile");
	await page.getByLabel("Contact number").fill("555 0100");
	await page.waitForFunction(() => localStorage.getItem("accessToken"));
	const stored = async () => {
		const row = await shop.db.select().from(users).where(eq(users.id, account.id)).get();
		return row?.img ?? null;
	};
	return { page, stored };
}

const submitOf = (page: Page) => page.getByRole("button", { name: "Update Your Profile" });
const choose = (page: Page, file: typeof first | never[]) =>
	page.getByLabel("Image").setInputFiles(file);

/** The answer of the shop to an upload, and the address of the picture in it. */
async function upload(route: Route) {
	const response = await route.fetch();
	const { data } = await response.json();
	return { response, url: String(data.url) };
}

test("of two images the one chosen last is kept, whichever arrives first", async () => {
	const { page, stored } = await openProfile();
	const begun = Promise.withResolvers<void>();
	const arrived = Promise.withResolvers<string>();
	const late = Promise.withResolvers<void>();
	await page.route("**/images", async (route) => {
		const { response, url } = await upload(route);
		if (route.request().postDataBuffer()?.includes("second.png")) {
			await route.fulfill({ response });
			return arrived.resolve(url);
		}
		begun.resolve();
		await arrived.promise;
		// The page may have ended this request.
		await route.fulfill({ response }).catch(() => undefined);
		late.resolve();
	});
	await choose(page, first);
	await begun.promise;
	await choose(page, second);
	const url = await arrived.promise;
	await late.promise;
	await page.locator(`img[src='${url}']`).waitFor();
	await submitOf(page).click();
	await page.getByText("user update successfully").waitFor();
	expect(await stored()).toBe(url);
});

test("a failed upload can be sent again, or the image chosen again", async () => {
	const { page, stored } = await openProfile([/ERR_FAILED/]);
	let away = true;
	await page.route("**/images", (route) => (away ? route.abort() : route.continue()));
	await choose(page, first);
	await page.locator(".field-error", { hasText: errors.unavailable.message }).waitFor();
	expect(await page.getByLabel("Image").inputValue()).toBe("");
	expect(await submitOf(page).isEnabled()).toBe(true);
	away = false;
	await page.getByRole("button", { name: "Retry" }).click();
	await page.locator("img[src^='/images/']").waitFor();
	expect(await page.locator(".field-error").count()).toBe(0);
	expect(await page.getByRole("button", { name: "Retry" }).count()).toBe(0);
	await submitOf(page).click();
	await page.getByText("user update successfully").waitFor();
	expect(await stored()).toMatch(/^\/images\//);
});

test("clearing the file field aborts the upload", async () => {
	const { page } = await openProfile();
	const aborted = page.waitForEvent("requestfailed", (request) =>
		request.url().endsWith("/images"),
	);
	await page.route("**/images", () => undefined);
	await choose(page, first);
	await page.getByRole("progressbar", { name: "Uploading" }).waitFor();
	await choose(page, []);
	await aborted;
	expect(await page.getByRole("progressbar").count()).toBe(0);
	expect(await submitOf(page).isEnabled()).toBe(true);
});

/** A JPEG segment with EXIF: the camera was turned to the right (orientation 6), and a place. */
function exifOfPhone() {
	const tiff = [
		...[..."Exif\0\0II*\0"].map((letter) => letter.charCodeAt(0)),
		...[8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0],
	];
	const content = Buffer.concat([Buffer.from(tiff), Buffer.from("GPS 52.5 13.4")]);
	const length = content.length + 2;
	return Buffer.concat([Buffer.of(0xff, 0xe1, length >> 8, length & 0xff), content]);
}

/** A photograph of 2400 × 1200 pixels that lies on its side, as a phone stores it. */
async function takePhoto(page: Page) {
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
	return Buffer.concat([jpeg.subarray(0, 2), exifOfPhone(), jpeg.subarray(2)]);
}

/** @returns what goes over the wire when the photograph is chosen */
async function sendPhoto(page: Page, buffer: Awaited<ReturnType<typeof takePhoto>>) {
	const sent = Promise.withResolvers<Buffer>();
	await page.route("**/images", (route) => {
		sent.resolve(route.request().postDataBuffer() ?? Buffer.of());
		return route.continue();
	});
	await choose(page, { name: "photo.jpg", mimeType: "image/jpeg", buffer });
	return sent.promise;
}

test("a photograph is sent upright, small, and without its location", async () => {
	const { page } = await openProfile();
	const photo = await takePhoto(page);
	const body = await sendPhoto(page, photo);
	expect(photo.includes("GPS")).toBe(true);
	expect(body.includes("GPS")).toBe(false);
	expect(body.length).toBeLessThan(photo.length);
	const shown = page.locator("img[src^='/images/']");
	await shown.waitFor();
	const size = () =>
		shown.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]);
	await expect.poll(size).toEqual([800, 1600]);
});

test("a photograph that the browser cannot decode is sent unchanged", async () => {
	const { page, stored } = await openProfile();
	await page.evaluate(() => Reflect.deleteProperty(window, "createImageBitmap"));
	const photo = await takePhoto(page);
	expect((await sendPhoto(page, photo)).includes(photo)).toBe(true);
	await page.locator("img[src^='/images/']").waitFor();
	await submitOf(page).click();
	await page.getByText("user update successfully").waitFor();
	const kept = await shop.fetch(String(await stored()));
	expect(Buffer.from(await kept.arrayBuffer()).includes("GPS")).toBe(false);
});

/** What came to Safari after 16.4, of what a bundler leaves as it is. */
const removeNewer = () => {
	const newer: [object, string[]][] = [
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
	for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name);
};

test("pages work without what browsers added after Safari 16.4", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account });
	await page.addInitScript(removeNewer);
	await page.goto("/");
	await page.getByRole("button", { name: "Subcribe" }).scrollIntoViewIfNeeded();
	await page.getByRole("heading", { name: "Get selling information" }).scrollIntoViewIfNeeded();
	await page.locator(".recharts-line").first().waitFor();
	await page.getByRole("link", { name: "Dashbord" }).click();
	await page.getByLabel("Contact number").fill("555 0100");
	await choose(page, first);
	await page.locator("img[src^='/images/']").waitFor();
	await submitOf(page).click();
	await page.getByText("user update successfully").waitFor();
	await page.getByRole("link", { name: "My Orders" }).click();
	await page.getByText("You have not ordered anything yet.").waitFor();
});
