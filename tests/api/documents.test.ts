import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { documentMaxBytes } from "#contract/limits.ts";
import { invalid, requiredMessages, success } from "#contract/messages.ts";
import { productDocuments } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { createPdf } from "../support/create-pdf.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

function createForm(content: BlobPart, title = "Data sheet", name = "sheet.pdf"): FormData {
	const form = new FormData();
	form.set("title", title);
	form.set("document", new Blob([content], { type: "text/html" }), name);
	return form;
}

async function createFixture() {
	const staff = await createAccount(shop, { role: "catalogue" });
	const { id } = await createProduct(shop);
	const send = (body: BodyInit) =>
		staff.fetchWithToken(`/products/${id}/documents`, { method: "POST", body });
	const list = async (): Promise<{ _id: string; title: string; url: string; bytes: number }[]> =>
		(await shop.fetch(`/products/${id}/documents`)).json();
	const page = `/dashbord/updateproducts/${id}`;
	const headers = { Origin: shop.url };
	const submit = (body: BodyInit) => staff.fetch(page, { method: "POST", body, headers });
	return { id, staff, send, list, submit, page };
}

test("a document is served only as an unchanged, immutable PDF under a safe name", async () => {
	const { send, list } = await createFixture();
	const pdf = createPdf("torque");
	const response = await send(createForm(pdf, 'Données "1/2"', "../../evil.html"));
	expect(response.status).toBe(200);
	const [document] = await list();
	expect(document).toMatchObject({ title: 'Données "1/2"', bytes: pdf.length });
	const url = document?.url ?? "";
	expect(url).toMatch(/^\/documents\/[0-9a-f]{64}\/donnees-1-2\.pdf$/);
	const served = await shop.fetch(url);
	expect(Buffer.from(await served.arrayBuffer()).equals(pdf)).toBe(true);
	expect(Object.fromEntries(served.headers)).toMatchObject({
		"content-type": "application/pdf",
		"content-disposition": 'inline; filename="donnees-1-2.pdf"',
		"content-length": String(pdf.length),
		"cache-control": "public, max-age=31536000, immutable",
		"cloudflare-cdn-cache-control": "public, max-age=86400",
		"cache-tag": `image:${document?._id}`,
		"x-content-type-options": "nosniff",
		"content-security-policy":
			"default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	});
	expect(served.headers.get("Server-Timing")).toContain("0 statements");
	const headers = { "If-None-Match": served.headers.get("ETag") ?? "" };
	expect((await shop.fetch(url, { headers })).status).toBe(304);
	const head = await shop.fetch(url, { method: "HEAD" });
	expect([head.status, head.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
	expect((await shop.fetch(url.replace(".pdf", ".html"))).status).toBe(404);
	const renamed = await shop.fetch(url.replace("donnees-1-2", "other"));
	expect(renamed.headers.get("Content-Disposition")).toBe('inline; filename="other.pdf"');
	await renamed.body?.cancel();
});

test.each([
	"/documents/none/a.pdf",
	`/documents/${"0".repeat(64)}/a.pdf`,
	`/documents/${"0".repeat(64)}/a.html`,
	`/documents/${"0".repeat(64)}/..%2Fa.pdf`,
	`/images/${"0".repeat(64)}.pdf`,
])("%s responds with 404", async (path) => {
	const response = await shop.fetch(path);
	expect([response.status, await response.json()]).toMatchObject([404, { code: "not_found" }]);
	expect(response.headers.get("Cache-Control")).toBe("private, no-store");
});

test("an invalid upload is rejected with the reason", async () => {
	const { send } = await createFixture();
	const withoutFile = new FormData();
	withoutFile.set("title", "Manual");
	const uploads: [BodyInit, number, string][] = [
		[createForm(""), 400, requiredMessages.document],
		[withoutFile, 400, requiredMessages.document],
		[createForm(createPdf("x"), " "), 400, requiredMessages.documentTitle],
		["{}", 415, errors.multipart_required.message],
		[createForm("GIF89a, and some more bytes"), 415, errors.unsupported_document_type.message],
		[createForm(new Uint8Array(documentMaxBytes + 1)), 413, errors.document_too_large.message],
		[createForm(new Uint8Array(documentMaxBytes * 2)), 413, errors.document_too_large.message],
	];
	for (const [body, status, message] of uploads) {
		const response = await send(body);
		const result = await response.json();
		expect([response.status, JSON.stringify(result)]).toEqual([
			status,
			expect.stringContaining(message),
		]);
	}
});

test("without JavaScript, staff can upload, reorder and remove a product's documents", async () => {
	const { id, submit, page, list, staff } = await createFixture();
	for (const title of ["Data sheet", "Manual"]) {
		const form = createForm(createPdf(title), title);
		form.set("task", "add-document");
		const response = await submit(form);
		expect([response.status, response.headers.get("Location")]).toEqual([303, page]);
	}
	const keys = (await list()).map(({ _id }) => _id);
	const order = { task: "order-documents", documents: keys.toReversed().join(" ") };
	expect((await submit(new URLSearchParams(order))).status).toBe(303);
	expect((await list()).map(({ title }) => title)).toEqual(["Manual", "Data sheet"]);
	const productHtml = await (await shop.fetch(`/tools/${id}`)).text();
	expect(productHtml).toContain(`href="${(await list())[0]?.url}"`);
	expect(productHtml).toContain('"@type":"DigitalDocument"');
	const removal = { task: "remove-document", document: keys[0] ?? "" };
	const removed = await submit(new URLSearchParams(removal));
	expect(decodeURIComponent(removed.headers.get("Set-Cookie") ?? "")).toContain(
		success.documentRemoved,
	);
	expect(await list()).toHaveLength(1);
	const staleResponse = await submit(new URLSearchParams(order));
	expect([staleResponse.status, await staleResponse.text()]).toEqual([
		409,
		expect.stringContaining(errors.documents_changed.message),
	]);
	const invalidForm = createForm("plain text", "My title");
	invalidForm.set("task", "add-document");
	const rejected = await submit(invalidForm);
	const html = await rejected.text();
	expect(rejected.status).toBe(415);
	expect(html).toContain(errors.unsupported_document_type.message);
	expect(html).toContain('value="My title"');
	expect(invalid.documents).toContain("10");
	expect((await staff.fetch(`/products/${id}`)).status).toBe(200);
});

test("staff without the permission to edit products cannot change documents", async () => {
	const { id, send, list } = await createFixture();
	await send(createForm(createPdf("kept")));
	const support = await createAccount(shop, { role: "support" });
	const [document] = await list();
	const path = `/products/${id}/documents`;
	const requests = [
		support.fetchWithToken(path, { method: "POST", body: createForm(createPdf("no")) }),
		support.fetchWithToken(`${path}/${document?._id}`, { method: "DELETE" }),
	];
	for (const request of requests) expect((await request).status).toBe(403);
	const rows = eq(productDocuments.productId, id);
	expect(await shop.db.$count(productDocuments, rows)).toBe(1);
});
