import { readdirSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { validPassword } from "../support/passwords.ts";
import { smallPicture } from "../support/pictures.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);
const shopper = await createAccount(shop);

async function uploadPicture(): Promise<string> {
	const body = new FormData();
	body.append("image", new Blob([smallPicture.buffer]), smallPicture.name);
	const response = await shopper.fetch("/images", { method: "POST", body });
	const { data } = await response.json<{ data: { url: string } }>();
	return data.url;
}

const scriptName = readdirSync("build/client/assets").find((name) => name.endsWith(".js")) ?? "";

const commonHeaders = {
	"x-content-type-options": "nosniff",
	"cross-origin-resource-policy": "same-origin",
	"strict-transport-security": "max-age=63072000; includeSubDomains; preload",
};
const workerHeaders = {
	...commonHeaders,
	"x-frame-options": "DENY",
	"referrer-policy": "strict-origin-when-cross-origin",
	"cross-origin-opener-policy": "same-origin",
};

const anyone = [shop.fetch, shopper.fetch];
/** Pages, each with the `fetch` functions of visitors who are not redirected. */
const pages: [name: string, path: string, senders: ((path: string) => Promise<Response>)[]][] = [
	["the home page", "/", anyone],
	["a text page", "/blogs", anyone],
	["the login page", "/login", [shop.fetch]],
	["a dashboard page", "/dashbord", [shopper.fetch]],
	["the 404 page", "/nothing", anyone],
	["an order's page", "/dashbord/orders/none", [shopper.fetch]],
	["an invalid form", "/login", [(path) => shop.fetch(path, { method: "POST", body: "{" })]],
];

const nonPages: [string, string, RequestInit][] = [
	["a redirect to the login page", "/dashbord/makeAdmin", {}],
	["a page's data", "/dashbord.data", {}],
	["an API call", "/products", {}],
	["an API call without authorization", "/users", {}],
	["an API call for an unknown product", "/products/none", {}],
	["an API call with an unsupported method", "/products", { method: "PATCH" }],
	["an API call with invalid JSON", "/orders", { method: "POST", body: "{" }],
	[
		"an API call from another Origin",
		"/orders",
		{ method: "POST", headers: { Origin: "https://evil.example" } },
	],
	["a missing picture", "/images/none", {}],
	["the OpenAPI document", "/openapi.json", {}],
];

const staticFiles: [string, string][] = [
	["a script", `/assets/${scriptName}`],
	["a photograph", "/pictures/torque-wrench-800.webp"],
	["an icon", "/favicon.svg"],
	["the chart's data", "/data.json"],
];

const getHeaders = (response: Response) => Object.fromEntries(response.headers);

/** Returns the sources in each directive of the Content-Security-Policy, keyed by directive. */
function parsePolicy(response: Response): Map<string, string[]> {
	const policy = response.headers.get("Content-Security-Policy") ?? "";
	return new Map(
		policy.split(";").map((directive) => {
			const [name = "", ...values] = directive.trim().split(/\s+/);
			return [name, values];
		}),
	);
}

test.each(pages)("%s has every security header and a strict CSP", async (_, path, senders) => {
	for (const send of senders) {
		const response = await send(path);
		expect(getHeaders(response)).toMatchObject(workerHeaders);
		const policy = parsePolicy(response);
		expect(policy.get("default-src")).toEqual(["'self'"]);
		for (const directive of ["base-uri", "object-src", "media-src", "worker-src"])
			expect(policy.get(directive), directive).toEqual(["'none'"]);
		expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
		expect(policy.get("style-src")).toEqual(["'self'"]);
		const scripts = policy.get("script-src") ?? [];
		expect(scripts.join(" ")).not.toMatch(/unsafe|\*|data:|https?:/);
	}
});

test("every response has a new nonce", async () => {
	const nonces = await Promise.all(
		[1, 2].map(async () => {
			const policy = parsePolicy(await shopper.fetch("/dashbord"));
			return policy.get("script-src")?.find((source) => source.startsWith("'nonce-"));
		}),
	);
	expect(nonces[0]).toMatch(/^'nonce-[\w+/]{22}==/);
	expect(nonces[0]).not.toBe(nonces[1]);
});

test("only the dashboard has inline scripts, and each has the response's nonce", async () => {
	for (const [send, path] of [
		[shop.fetch, "/"],
		[shop.fetch, "/login"],
		[shopper.fetch, "/"],
		[shopper.fetch, "/nothing"],
		[shopper.fetch, "/dashbord"],
	] as const) {
		const response = await send(path);
		const sources = parsePolicy(response).get("script-src") ?? [];
		const html = await response.text();
		// A data block is not executed, so the policy does not apply to it (HTML §4.12.1).
		const inlineScripts = html.matchAll(
			/<script(?![^>]*\s(?:src=|type="application\/ld\+json"))([^>]*)>[\s\S]*?<\/script>/g,
		);
		const nonces = [...inlineScripts].map(
			([, attributes = ""]) => /nonce="([^"]+)"/.exec(attributes)?.[1],
		);
		if (path === "/dashbord") {
			expect(nonces.length).toBeGreaterThan(1);
			expect(new Set(nonces.map((nonce) => `'nonce-${nonce}'`))).toEqual(new Set(sources.slice(1)));
		} else {
			expect([path, nonces, sources]).toEqual([path, [], ["'self'"]]);
		}
		expect(/\son\w+="|\sstyle="|javascript:/i.test(html), `${path}: inline event handlers`).toBe(
			false,
		);
	}
});

test.each(nonPages)(
	"%s has every security header and a CSP that denies everything",
	async (_, path, init) => {
		const response = await shop.fetch(path, init);
		expect(getHeaders(response)).toMatchObject(workerHeaders);
		expect(response.headers.get("Content-Security-Policy")).toBe(
			"default-src 'none'; frame-ancestors 'none'",
		);
	},
);

test.each(staticFiles)("%s has the common security headers", async (_, path) => {
	const response = await shop.fetch(path);
	expect(response.status).toBe(200);
	expect(getHeaders(response)).toMatchObject(commonHeaders);
});

test("an uploaded picture has a CSP that prevents it from running scripts", async () => {
	const response = await shop.fetch(await uploadPicture());
	expect(getHeaders(response)).toMatchObject({
		...commonHeaders,
		"content-type": "image/png",
		"content-security-policy": "default-src 'none'; sandbox",
	});
});

test("responses to signed-in users are never stored by shared caches", async () => {
	for (const path of ["/", "/dashbord", "/dashbord.data", `/admin/${shopper.email}`]) {
		const { headers } = await shopper.fetch(path);
		expect(headers.get("Cache-Control"), path).toMatch(/^private, no-(store|cache)/);
	}
});

test("pages outside the dashboard can be prefetched without using up the flash message", async () => {
	for (const path of ["/", "/login", "/nothing"]) {
		const { headers } = await shop.fetch(path);
		expect(headers.get("Speculation-Rules"), path).toBe('"/speculation.json"');
	}
	expect((await shopper.fetch("/dashbord")).headers.get("Speculation-Rules")).toBeNull();
	const rules = await shop.fetch("/speculation.json");
	expect(rules.headers.get("Content-Type")).toBe("application/speculationrules+json");
	const text = await rules.text();
	for (const path of ["/dashbord/*", "/auth/*", "/purchase/*"]) expect(text).toContain(`"${path}"`);
	const flash = `flash=${encodeURIComponent(JSON.stringify({ kind: "success", text: "Done" }))}`;
	const prefetchResponse = await shop.fetch("/", {
		headers: { Cookie: flash, "Sec-Purpose": "prefetch" },
	});
	expect(prefetchResponse.headers.getSetCookie()).toEqual([]);
	expect(await prefetchResponse.text()).not.toContain("Done");
});

test("the session cookie is HttpOnly and SameSite", async () => {
	const { email } = await createAccount(shop, { password: validPassword });
	const response = await shop.fetch(
		"/auth/login",
		createJsonInit({ email, password: validPassword }),
	);
	const cookie = response.headers.getSetCookie().find((header) => header.startsWith("session="));
	expect(cookie).toMatch(/; HttpOnly/i);
	expect(cookie).toMatch(/; SameSite=Lax/i);
	expect(cookie).toMatch(/; Path=\//i);
	expect(cookie).not.toMatch(/Domain/i);
});

test("no response reveals the server's software", async () => {
	for (const path of ["/", "/products", "/nothing", "/users"]) {
		const { headers } = await shop.fetch(path);
		expect(headers.get("Server"), path).toBeNull();
		expect(headers.get("X-Powered-By"), path).toBeNull();
	}
});
