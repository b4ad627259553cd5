import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { imageMaxBytes } from "#contract/limits.ts";
import { required } from "#contract/messages.ts";
import { images, products, reviews, sessions, users } from "#worker/db/schema.ts";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { asJson, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Returns random bytes that begin with the signature of a PNG. */
function newPng(size = 64): Uint8Array<ArrayBuffer> {
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

async function uploadPicture(account: TestAccount, png = newPng()): Promise<string> {
	const response = await upload(account, createForm(png));
	const body: { data: { url: string } } = await response.json();
	expect([response.status, body]).toEqual([
		200,
		{ success: true, data: { url: expect.any(String) } },
	]);
	return body.data.url;
}

const keyOf = (url: string) => url.replace("/images/", "");

const hourMs = 60 * 60 * 1000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hourMs);

test("an uploaded picture is served unchanged and immutable, and cannot run scripts", async () => {
	const png = newPng();
	const url = await uploadPicture(await createAccount(shop), png);
	expect(url).toMatch(/^\/images\/[0-9a-f]{64}\.png$/);
	const response = await shop.fetch(url);
	expect(new Uint8Array(await response.arrayBuffer())).toEqual(png);
	expect(Object.fromEntries(response.headers)).toMatchObject({
		"content-type": "image/png",
		"content-disposition": `inline; filename="${keyOf(url)}"`,
		"cache-control": "public, max-age=31536000, immutable",
		"content-security-policy": "default-src 'none'; sandbox",
		"x-content-type-options": "nosniff",
	});
	const etag = response.headers.get("ETag") ?? "";
	const revalidated = await shop.fetch(url, { headers: { "If-None-Match": etag } });
	expect([revalidated.status, await revalidated.text()]).toEqual([304, ""]);
	const head = await shop.fetch(url, { method: "HEAD" });
	expect([head.status, head.headers.get("Content-Type")]).toEqual([200, "image/png"]);
});

test("a picture is cached at the edge and served to every visitor without a database query", async () => {
	const account = await createAccount(shop);
	const url = await uploadPicture(account);
	// A session that expires soon would be extended, with a Set-Cookie.
	const expiresSoon = new Date(Date.now() + 24 * hourMs);
	await shop.db
		.update(sessions)
		.set({ expiresAt: expiresSoon })
		.where(eq(sessions.userId, account.id));
	for (const fetch of [shop.fetch, account.fetch, account.fetchWithToken]) {
		const { status, headers } = await fetch(`${url}?v=2`);
		expect([status, headers.get("Set-Cookie")]).toEqual([200, null]);
		expect(headers.get("Server-Timing")).toContain("0 statements");
		expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe("public, max-age=86400");
		expect(headers.get("Cache-Tag")).toBe(`image:${keyOf(url)}`);
	}
});

test("without JavaScript, a picture is uploaded with its form", async () => {
	const account = await createAccount(shop);
	const body = createForm(newPng());
	body.set("phone", "1");
	const headers = { Origin: shop.url };
	const response = await account.fetch("/dashbord/myprofile", { method: "POST", body, headers });
	expect(response.status).toBe(303);
	const savedUser = await shop.db
		.select({ img: users.img })
		.from(users)
		.where(eq(users.id, account.id))
		.get();
	expect(savedUser?.img).toMatch(/^\/images\/[0-9a-f]{64}\.png$/);
});

test("the same picture uploaded twice is stored once", async () => {
	const png = newPng();
	const firstUrl = await uploadPicture(await createAccount(shop), png);
	expect(await uploadPicture(await createAccount(shop), png)).toBe(firstUrl);
	const rows = await shop.db
		.select()
		.from(images)
		.where(eq(images.key, keyOf(firstUrl)));
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

test("an invalid upload is rejected with the reason", async () => {
	const account = await createAccount(shop);
	const invalidUploads: [BodyInit, number, string][] = [
		[createForm(new Uint8Array()), 400, required.image],
		[createTextForm(), 400, required.image],
		[new FormData(), 400, required.image],
		[new URLSearchParams({ image: "x" }), 415, errors.multipart_required.message],
		["{}", 415, errors.multipart_required.message],
		[createForm(newPng(imageMaxBytes + 1)), 413, errors.image_too_large.message],
		[createForm(newPng(imageMaxBytes * 2)), 413, errors.image_too_large.message],
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
	expect((await shop.fetch("/images", { method: "POST", body: createForm(newPng()) })).status).toBe(
		401,
	);
});

test("the largest allowed picture is accepted", async () => {
	await uploadPicture(await createAccount(shop), newPng(imageMaxBytes));
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

test("unused uploads are deleted after a day", async () => {
	const account = await createAccount(shop);
	const [unusedUrl, profileUrl, productUrl, reviewUrl] = [
		await uploadPicture(account),
		await uploadPicture(account),
		await uploadPicture(account),
		await uploadPicture(account),
	];
	const profile = asJson({ img: profileUrl, phone: "555 0100" }, "PUT");
	await account.fetchWithToken(`/userinfo/${account.email}`, profile);
	const { id } = await createProduct(shop, { img: productUrl });
	const reviewBody = asJson({ review: "Good.", ratings: 5, img: reviewUrl });
	await account.fetchWithToken("/review", reviewBody);
	const readStatuses = async () => {
		const responses = [unusedUrl, profileUrl, productUrl, reviewUrl].map((url) => shop.fetch(url));
		return (await Promise.all(responses)).map(({ status }) => status);
	};

	await shop.sweep(hoursFromNow(23));
	expect(await readStatuses()).toEqual([200, 200, 200, 200]);
	await shop.sweep(hoursFromNow(26));
	expect(await readStatuses()).toEqual([404, 200, 200, 200]);

	await shop.db.delete(reviews).where(eq(reviews.img, reviewUrl));
	await shop.db.delete(users).where(eq(users.id, account.id));
	await shop.db.update(products).set({ img: "/pictures/x.svg" }).where(eq(products.id, id));
	await shop.sweep(hoursFromNow(26));
	expect(await readStatuses()).toEqual([404, 404, 404, 404]);
	expect(await shop.db.$count(images, eq(images.userId, account.id))).toBe(0);
});
