import { expect, test, vi } from "vitest";
import type { Env } from "#worker/env.ts";
import { pictures } from "./pictures.ts";

const key = `${"0123456789abcdef".repeat(4)}.png`;

/** Asks for a picture of a store that holds one. @returns the answer, and the keys that the store was asked for */
async function ask(path: string, stored: object | null = {}) {
	const asked: string[] = [];
	const object = { body: new Blob(["picture"]).stream(), size: 7, httpEtag: '"tag"' };
	const httpMetadata = { contentType: "image/png" };
	const get = async (name: string) => {
		asked.push(name);
		return stored && { ...object, httpMetadata, ...stored };
	};
	const env = { PICTURES: { get } } as unknown as Env;
	return { asked, answer: await pictures.request(path, {}, env) };
}

test("a picture is the browser's for a year and the edge's for a day, and can run nothing", async () => {
	const { answer } = await ask(`/images/${key}`);
	expect([answer.status, await answer.text()]).toEqual([200, "picture"]);
	expect(Object.fromEntries(answer.headers)).toEqual({
		"cache-control": "public, max-age=31536000, immutable",
		"cache-tag": expect.stringContaining(key),
		"cloudflare-cdn-cache-control": "public, max-age=86400",
		"content-disposition": `inline; filename="${key}"`,
		"content-length": "7",
		"content-security-policy": "default-src 'none'; sandbox",
		"content-type": "image/png",
		etag: '"tag"',
		"x-content-type-options": "nosniff",
	});
});

test.each([
	["that is not there", `/images/${key}`, null],
	["without a type", `/images/${key}`, { httpMetadata: {} }],
	["whose key is none", "/images/a.png", {}],
	["whose key has more", `/images/x${key}`, {}],
])("a picture %s is not found, and nobody keeps that", async (_, path, stored) => {
	const { answer, asked } = await ask(path, stored);
	expect([answer.status, await answer.json()]).toMatchObject([404, { code: "not_found" }]);
	expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
	expect(asked).toEqual(path === `/images/${key}` ? [key] : []);
});

test("a store that is away is 503, and nobody keeps that", async () => {
	const log = vi.spyOn(console, "error").mockReturnValue(undefined);
	const env = { PICTURES: { get: () => Promise.reject(new Error("away")) } } as unknown as Env;
	const answer = await pictures.request(`/images/${key}`, {}, env);
	expect(answer.status).toBe(503);
	expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
	log.mockRestore();
});
