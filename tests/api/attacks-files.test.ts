import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { smallPicture } from "../support/pictures.ts";
import { sendRaw } from "../support/raw-http.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);
const shopper = await createAccount(shop);

const toBytes = (value: string) => new TextEncoder().encode(value);
const script = "<script>alert(1)</script>";

function uploadPicture(bytes: Uint8Array, name: string, type: string) {
	const body = new FormData();
	body.append("image", new Blob([new Uint8Array(bytes)], { type }), name);
	return shopper.fetch("/images", { method: "POST", body });
}

test.each([
	["a script", toBytes(script)],
	[
		"an SVG that contains a script",
		toBytes(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
	],
	["an HTML page that begins with blank lines", toBytes(`\n\n<!doctype html>${script}`)],
	["an executable", toBytes("MZ\u0090\u0000\u0003".padEnd(64, "\0"))],
])("rejects an upload of %s, regardless of its name and declared type", async (_, bytes) => {
	for (const [name, type] of [
		["x.png", "image/png"],
		["x.gif", "image/gif"],
		["x.svg", "image/svg+xml"],
	] as const) {
		expect((await uploadPicture(bytes, name, type)).status, name).toBe(415);
	}
});

test.each([
	[
		"a GIF that is also valid JavaScript",
		toBytes(`GIF89a/*${" ".repeat(32)}*/=1;alert(1)`),
		"x.gif",
		"text/javascript",
		"gif",
	],
	[
		"a picture followed by HTML",
		Buffer.concat([smallPicture.buffer, toBytes(script)]),
		"x.html",
		"text/html",
		"png",
	],
	[
		"a picture whose name contains parent folders",
		smallPicture.buffer,
		"../../../etc/passwd",
		"image/png",
		"png",
	],
])(
	"%s is served only as a picture, under a name derived from its content",
	async (_, bytes, name, type, format) => {
		const response = await uploadPicture(bytes, name, type);
		expect(response.status).toBe(200);
		const { data } = await response.json<{ data: { url: string } }>();
		expect(data.url).toMatch(new RegExp(`^/images/[0-9a-f]{64}\\.${format}$`));
		const servedPicture = await shop.fetch(data.url);
		expect(Object.fromEntries(servedPicture.headers)).toMatchObject({
			"content-type": `image/${format}`,
			"x-content-type-options": "nosniff",
			"content-security-policy": "default-src 'none'; sandbox",
		});
	},
);

test("a picture with a NUL character in its name is rejected", async () => {
	const response = await uploadPicture(smallPicture.buffer, "x.html\u0000.png", "image/png");
	expect(response.status).toBe(400);
});

test.each([
	"/images/../wrangler.json",
	"/images/..%2f..%2fwrangler.json",
	"/images/%2e%2e/%2e%2e/etc/passwd",
	"/images/....//....//etc/passwd",
	"/images/..\\..\\etc\\passwd",
	"/images/%00",
	"/assets/../../server/index.js",
	"/assets/..%2f..%2fserver%2findex.js",
	"/pictures/%2e%2e/%2e%2e/server/wrangler.json",
	"//etc/passwd",
	"/.dev.vars",
	"/.env",
	"/.git/config",
	"/wrangler.toml",
	"/package.json",
])("a request for %s returns no file from outside the public folders", async (path) => {
	const { status, text } = await sendRaw(shop.url, [`GET ${path} HTTP/1.1`]);
	expect([301, 302, 307, 308, 400, 404]).toContain(status);
	expect(/STRIPE_|database_id|root:x:|\[core\]|"dependencies"/.test(text)).toBe(false);
});
