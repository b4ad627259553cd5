import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import { allCalls } from "#contract/calls/index.ts";
import { createAccount } from "../support/accounts.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const responseSchema = v.object({ description: v.pipe(v.string(), v.nonEmpty()) });
const operationSchema = v.object({
	operationId: v.string(),
	summary: v.pipe(v.string(), v.nonEmpty()),
	parameters: v.array(v.object({ name: v.string(), in: v.picklist(["path", "query", "header"]) })),
	requestBody: v.optional(v.object({ content: v.record(v.string(), v.unknown()) })),
	responses: v.record(v.pipe(v.string(), v.regex(/^[2-5]\d\d$/)), responseSchema),
	security: v.array(v.record(v.picklist(["cookie", "bearer"]), v.array(v.string()))),
});
const documentSchema = v.object({
	openapi: v.literal("3.1.0"),
	info: v.object({ title: v.string(), version: v.string(), description: v.string() }),
	servers: v.array(v.object({ url: v.literal(shop.env.SHOP_ORIGIN) })),
	paths: v.record(v.string(), v.record(v.string(), operationSchema)),
	components: v.object({ schemas: v.object({ Error: v.unknown() }) }),
});

async function readDocument() {
	const response = await shop.fetch("/openapi.json");
	expect(response.headers.get("Content-Type")).toContain("application/json");
	const text = await response.text();
	const references = Array.from(text.matchAll(/"\$ref":"([^"]+)"/g), ([, target]) => target);
	expect(new Set(references)).toEqual(new Set(["#/components/schemas/Error"]));
	return v.parse(documentSchema, JSON.parse(text));
}

test("the OpenAPI document describes every call once, with its responses", async () => {
	const { paths } = await readDocument();
	const operations = Object.values(paths).flatMap((path) => Object.values(path));
	expect(operations).toHaveLength(allCalls.length);
	expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(allCalls.length);
	for (const call of allCalls) {
		const operation = paths[call.path]?.[call.method.toLowerCase()];
		const successStatus = String(call.rawResponse?.status ?? 200);
		const isPublic = call.access === "anyone" || call.access === "stripe";
		expect(operation?.security, call.path).toHaveLength(isPublic ? 0 : 2);
		expect(operation?.requestBody !== undefined, call.path).toBe(Boolean(call.body ?? call.upload));
		expect(Object.keys(operation?.responses ?? {}), call.path).toContain(successStatus);
	}
});

test("the OpenAPI document describes the fields of request bodies", async () => {
	const { paths } = await readDocument();
	expect(paths["/review"]?.post?.requestBody?.content["application/json"]).toMatchObject({
		schema: {
			type: "object",
			required: ["review", "ratings", "img"],
			properties: { review: { type: "string", maxLength: 2_000 } },
		},
	});
});

test("/docs lists every call and needs no JavaScript", async () => {
	const response = await shop.fetch("/docs?<script>attacked()</script>");
	const page = await response.text();
	expect(response.status).toBe(200);
	const headings = Array.from(page.matchAll(/<h3[^>]*>(.*?)<\/h3>/g), ([, heading = ""]) =>
		heading.replaceAll(/<[^>]*>/g, ""),
	);
	expect(headings).toEqual(allCalls.map(({ method, path }) => `${method} ${path}`));
	// In the contents and in the heading, a line may break before a slash, and so not in "documentId".
	expect(page.split("/{id}<wbr/>/documents<wbr/>/{documentId}<")).toHaveLength(3);
	// The only script is the one that every page outside the dashboard loads. This page does not need it.
	expect(page.match(/<script[^>]*>/g)).toEqual([
		expect.stringMatching(/^<script type="module" async="" src="\/assets\/documents-[\w-]+\.js">$/),
	]);
	expect(page).not.toContain("style=");
	for (const code of ["internal_error", "unavailable", "cross_origin"])
		expect(page).toContain(`<code>${code}</code>`);
});

test("only the documented calls send an ETag, and all responses but the static file's an X-Request-Id", async () => {
	const { paths, info } = await readDocument();
	expect(info.description).toContain("Every response except `/data.json` has an `X-Request-Id`");
	const docsPage = await (await shop.fetch("/docs")).text();
	expect(docsPage).toContain(
		"Calls that list a 304 in the OpenAPI document send an <code>ETag</code>.",
	);
	const calls = allCalls.filter(({ method, path }) => method === "GET" && !path.includes("{"));
	const admin = await createAccount(shop, { role: "admin" });
	for (const { path } of calls) {
		const { headers, status } = await admin.fetch(path, { redirect: "manual" });
		expect(headers.has("X-Request-Id"), path).toBe(path !== "/data.json");
		const isDocumented = paths[path]?.get?.responses["304"] !== undefined;
		if (status === 200) expect(headers.has("ETag"), path).toBe(isDocumented);
	}
});
