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
	const upload = (body: BodyInit) =>
		staff.fetchWithToken(`/products/${id}/documents`, { method: "POST", body });
	const listDocuments = async (): Promise<
		{ _id: string; title: string; url: string; bytes: number }[]
	> => (await shop.fetch(`/products/${id}/documents`)).json();
	const pagePath = `/dashbord/updateproducts/${id}?stock=low`;
	const headers = { Origin: shop.url };
	const submit = (body: BodyInit) => staff.fetch(pagePath, { method: "POST", body, headers });
	return { id, staff, upload, listDocuments, submit, pagePath };
}

test("a document is served only as an unchanged, immutable PDF under a safe name", async () => {
	const { upload, listDocuments } = await createFixture();
	const pdf = createPdf("torque");
	const response = await upload(createForm(pdf, 'Données "1/2"', "../../evil.html"));
	expect(response.status).toBe(200);
	const [document] = await listDocuments();
	expect(document).toMatchObject({ title: 'Données "1/2"', bytes: pdf.length });
	const url = document?.url ?? "";
	expect(url).toMatch(/^\/documents\/[0-9a-f]{64}\/donnees-1-2\.pdf$/);
	const documentResponse = await shop.fetch(url);
	expect(Buffer.from(await documentResponse.arrayBuffer()).equals(pdf)).toBe(true);
	expect(Object.fromEntries(documentResponse.headers)).toMatchObject({
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
	expect(documentResponse.headers.get("Server-Timing")).toContain("0 statements");
	const headers = { "If-None-Match": documentResponse.headers.get("ETag") ?? "" };
	expect((await shop.fetch(url, { headers })).status).toBe(304);
	const head = await shop.fetch(url, { method: "HEAD" });
	expect([head.status, head.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
	expect((await shop.fetch(url.replace(".pdf", ".html"))).status).toBe(404);
	const renamedResponse = await shop.fetch(url.replace("donnees-1-2", "other"));
	expect(renamedResponse.headers.get("Content-Disposition")).toBe('inline; filename="other.pdf"');
	await renamedResponse.body?.cancel();
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

test("rejects an invalid upload and says why", async () => {
	const { upload } = await createFixture();
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
		const response = await upload(body);
		const errorBody = await response.json();
		expect([response.status, JSON.stringify(errorBody)]).toEqual([
			status,
			expect.stringContaining(message),
		]);
	}
});

test("without JavaScript, staff can upload, reorder and remove a product's documents", async () => {
	const { id, submit, pagePath, listDocuments, staff } = await createFixture();
	for (const title of ["Data sheet", "Manual"]) {
		const form = createForm(createPdf(title), title);
		form.set("task", "add-document");
		const response = await submit(form);
		expect([response.status, response.headers.get("Location")]).toEqual([303, pagePath]);
	}
	const keys = (await listDocuments()).map(({ _id }) => _id);
	const order = { task: "order-documents", documents: keys.toReversed().join(" ") };
	expect((await submit(new URLSearchParams(order))).status).toBe(303);
	expect((await listDocuments()).map(({ title }) => title)).toEqual(["Manual", "Data sheet"]);
	const productHtml = await (await shop.fetch(`/tools/${id}`)).text();
	expect(productHtml).toContain(`href="${(await listDocuments())[0]?.url}"`);
	expect(productHtml).toContain('"@type":"DigitalDocument"');
	const removal = { task: "remove-document", document: keys[0] ?? "" };
	const removalResponse = await submit(new URLSearchParams(removal));
	expect(decodeURIComponent(removalResponse.headers.get("Set-Cookie") ?? "")).toContain(
		success.documentRemoved,
	);
	expect(await listDocuments()).toHaveLength(1);
	const staleResponse = await submit(new URLSearchParams(order));
	expect([staleResponse.status, await staleResponse.text()]).toEqual([
		409,
		expect.stringContaining(errors.documents_changed.message),
	]);
	const invalidForm = createForm("plain text", "My title");
	invalidForm.set("task", "add-document");
	const rejectedResponse = await submit(invalidForm);
	const html = await rejectedResponse.text();
	expect(rejectedResponse.status).toBe(415);
	expect(html).toContain(errors.unsupported_document_type.message);
	expect(html).toContain('value="My title"');
	expect(invalid.documents).toContain("10");
	expect((await staff.fetch(`/products/${id}`)).status).toBe(200);
});

test("staff without the permission to edit products cannot change documents", async () => {
	const { id, upload, listDocuments } = await createFixture();
	await upload(createForm(createPdf("kept")));
	const support = await createAccount(shop, { role: "support" });
	const [document] = await listDocuments();
	const path = `/products/${id}/documents`;
	const requests = [
		support.fetchWithToken(path, { method: "POST", body: createForm(createPdf("no")) }),
		support.fetchWithToken(`${path}/${document?._id}`, { method: "DELETE" }),
	];
	for (const request of requests) expect((await request).status).toBe(403);
	expect(await shop.db.$count(productDocuments, eq(productDocuments.productId, id))).toBe(1);
});
