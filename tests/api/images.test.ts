import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { imageMaxBytes } from "#contract/limits.ts";
import { requiredMessages, success } from "#contract/messages.ts";
import { images, orders, reviews, sessions, users } from "#worker/db/schema.ts";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { openHtml } from "../support/html-page.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Returns random bytes that begin with the signature of a PNG. */
function createPng(size = 64): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(size);
	bytes.set(pngSignature);
	crypto.getRandomValues(bytes.subarray(8, 40));
	return bytes;
}

function createForm(content: BlobPart, type = "image/png", name = "picture.png"): FormData {
	const form = new FormData();
	form.set("image", new Blob([content], { type }), name);
	return form;
}

function createTextForm(): FormData {
	const form = new FormData();
	form.set("image", "text in place of a file");
	return form;
}

const upload = ({ fetchWithToken }: TestAccount, body: BodyInit) =>
	fetchWithToken("/images", { method: "POST", body });

async function uploadPicture(account: TestAccount, png = createPng()): Promise<string> {
	const response = await upload(account, createForm(png));
	const body: { data: { url: string } } = await response.json();
	expect([response.status, body]).toEqual([
		200,
		{ success: true, data: { url: expect.any(String) } },
	]);
	return body.data.url;
}

const getKey = (url: string) => url.replace("/images/", "");

const hourMs = 60 * 60 * 1000;

test("an uploaded picture is served unchanged and immutable, and cannot run scripts", async () => {
	const png = createPng();
	const url = await uploadPicture(await createAccount(shop), png);
	expect(url).toMatch(/^\/images\/[0-9a-f]{64}\.png$/);
	const response = await shop.fetch(url);
	expect(new Uint8Array(await response.arrayBuffer())).toEqual(png);
	expect(Object.fromEntries(response.headers)).toMatchObject({
		"content-type": "image/png",
		"content-disposition": `inline; filename="${getKey(url)}"`,
		"cache-control": "public, max-age=31536000, immutable",
		"content-security-policy": "default-src 'none'; sandbox",
		"x-content-type-options": "nosniff",
	});
	const etag = response.headers.get("ETag") ?? "";
	const revalidation = await shop.fetch(url, { headers: { "If-None-Match": etag } });
	expect([revalidation.status, await revalidation.text()]).toEqual([304, ""]);
	const head = await shop.fetch(url, { method: "HEAD" });
	expect([head.status, head.headers.get("Content-Type")]).toEqual([200, "image/png"]);
});

test("a picture is cached at the edge and served to every visitor without a database query", async () => {
	const account = await createAccount(shop);
	const url = await uploadPicture(account);
	// Other responses set a cookie to extend a session that expires soon.
	const soonExpiry = new Date(Date.now() + 24 * hourMs);
	await shop.db
		.update(sessions)
		.set({ expiresAt: soonExpiry })
		.where(eq(sessions.userId, account.id));
	for (const fetch of [shop.fetch, account.fetch, account.fetchWithToken]) {
		const { status, headers } = await fetch(`${url}?v=2`);
		expect([status, headers.get("Set-Cookie")]).toEqual([200, null]);
		expect(headers.get("Server-Timing")).toContain("0 statements");
		expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe("public, max-age=86400");
		expect(headers.get("Cache-Tag")).toBe(`image:${getKey(url)}`);
	}
});

const createFile = () => new File([createPng()], "picture.png", { type: "image/png" });

test("without JavaScript, a picture is uploaded with its form", async () => {
	const account = await createAccount(shop);
	const formPage = await openHtml(shop, "/dashbord/myprofile", account);
	const rejectedPage = await formPage.press("Update Your Profile", {
		"Contact number": "555 0100",
	});
	expect(rejectedPage.text).toContain(requiredMessages.image);
	expect(rejectedPage.getFieldValue("Contact number")).toBe("555 0100");
	const savedPage = await rejectedPage.press("Update Your Profile", { Image: createFile() });
	expect(savedPage.text).toContain(success.userUpdated);
	const user = await shop.db.select().from(users).where(eq(users.id, account.id)).get();
	expect(user).toMatchObject({
		phone: "555 0100",
		img: expect.stringMatching(/^\/images\/[0-9a-f]{64}\.png$/),
	});
	expect(savedPage.html).toContain(`src="${user?.img}"`);
	expect((await shop.fetch(user?.img ?? "")).status).toBe(200);
});

test("without JavaScript, a customer's review of a purchased tool is marked as a verified purchase", async () => {
	const [account, product] = [await createAccount(shop), await createProduct(shop)];
	await addOrder(shop, { productId: product.id, userId: account.id, paidAt: new Date() });
	const formPage = await openHtml(shop, "/dashbord/addreview", account);
	const review = { Review: `Turns well,\nsays ${account.id}`, Ratings: "5", Image: createFile() };
	const homePage = await formPage.press("Add Review", { ...review, Tool: product.id });
	expect(homePage.path).toBe("/");
	expect(homePage.text).toContain(success.reviewAdded);
	// A browser also sends line breaks as CR and LF.
	expect(homePage.html.replaceAll("\r\n", "\n")).toContain(review.Review);
	const { html } = await openHtml(shop, `/tools/${product.id}`);
	const items = html.match(/<li\b.*?<\/li>/gs) ?? [];
	expect(items.find((item) => item.includes(account.id))).toContain("Verified purchase");
	const row = await shop.db.select().from(reviews).where(eq(reviews.email, account.email)).get();
	expect(row).toMatchObject({ name: account.name, ratings: "5" });
});

test("a review is rejected with a reason if the only order of its tool was refunded while the form was open", async () => {
	const [account, product] = [await createAccount(shop), await createProduct(shop)];
	await addOrder(shop, { productId: product.id, userId: account.id, paidAt: new Date() });
	const formPage = await openHtml(shop, "/dashbord/addreview", account);
	const refundedAt = new Date();
	await shop.db.update(orders).set({ refundedAt }).where(eq(orders.userId, account.id));
	const review = { Review: "Turns well", Ratings: "5", Image: createFile(), Tool: product.id };
	const rejectedPage = await formPage.press("Add Review", review);
	expect(rejectedPage.status).toBe(400);
	expect(rejectedPage.text).toContain(errors.product_not_bought.message);
	expect(rejectedPage.getFieldValue("Review")).toBe("Turns well");
});

test("the same picture uploaded twice is stored once", async () => {
	const png = createPng();
	const firstUrl = await uploadPicture(await createAccount(shop), png);
	expect(await uploadPicture(await createAccount(shop), png)).toBe(firstUrl);
	const rows = await shop.db
		.select()
		.from(images)
		.where(eq(images.key, getKey(firstUrl)));
	expect(rows).toHaveLength(1);
});

test("a file's type is determined by its bytes, not by its name or declared type", async () => {
	const account = await createAccount(shop);
	const gif = new TextEncoder().encode("GIF89a\u0001\u0000\u0001\u0000 one pixel, and some bytes");
	const response = await upload(account, createForm(gif, "text/html", "page.html"));
	const { data }: { data: { url: string } } = await response.json();
	expect(data.url).toMatch(/\.gif$/);
	expect((await shop.fetch(data.url)).headers.get("Content-Type")).toBe("image/gif");
	const svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
	for (const content of [
		svg,
		"<!doctype html><script>alert(1)</script>",
		"plain text, long enough",
	]) {
		const response = await upload(account, createForm(new TextEncoder().encode(content)));
		expect([response.status, await response.json()]).toEqual([
			415,
			{ message: errors.unsupported_image_type.message, code: "unsupported_image_type" },
		]);
	}
});

test("rejects an invalid upload and says why", async () => {
	const account = await createAccount(shop);
	const invalidUploads: [BodyInit, number, string][] = [
		[createForm(new Uint8Array()), 400, requiredMessages.image],
		[createTextForm(), 400, requiredMessages.image],
		[new FormData(), 400, requiredMessages.image],
		[new URLSearchParams({ image: "x" }), 415, errors.multipart_required.message],
		["{}", 415, errors.multipart_required.message],
		[createForm(createPng(imageMaxBytes + 1)), 413, errors.image_too_large.message],
		[createForm(createPng(imageMaxBytes * 2)), 413, errors.image_too_large.message],
	];
	for (const [body, status, message] of invalidUploads) {
		const response = await upload(account, body);
		expect([response.status, await response.json()]).toMatchObject([status, { message }]);
	}
	const malformedResponse = await account.fetchWithToken("/images", {
		method: "POST",
		headers: { "Content-Type": "multipart/form-data; boundary=x" },
		body: "no boundary here",
	});
	expect([malformedResponse.status, await malformedResponse.json()]).toMatchObject([
		400,
		{ issues: [{ field: "image" }] },
	]);
	expect(
		(await shop.fetch("/images", { method: "POST", body: createForm(createPng()) })).status,
	).toBe(401);
});

test("the largest allowed picture is accepted", async () => {
	await uploadPicture(await createAccount(shop), createPng(imageMaxBytes));
});

test.each([
	"/images/none",
	`/images/${"0".repeat(64)}.png`,
	`/images/${"0".repeat(64)}.svg`,
	"/images/..%2Fsecret",
])("%s responds with 404", async (path) => {
	const response = await shop.fetch(path);
	expect([response.status, await response.json()]).toEqual([
		404,
		{ message: errors.not_found.message, code: "not_found" },
	]);
	expect(response.headers.get("Cache-Control")).toBe("private, no-store");
});
