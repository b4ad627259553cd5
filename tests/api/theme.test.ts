import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const look = (path: string, headers: Record<string, string> = {}) =>
	shop.fetch(path, { headers: { Accept: "text/html", ...headers } });
const dark = { Cookie: "theme=dark" };

const choose = (theme: string, referrer = `${shop.url}/blogs`) =>
	shop.fetch("/theme", {
		method: "POST",
		headers: { Origin: shop.url, Referer: referrer },
		body: new URLSearchParams({ theme }),
	});

test("the choice is kept in a cookie, and leads back to the page", async () => {
	const response = await choose("dark", `${shop.url}/docs?x=1`);
	expect(response.status).toBe(303);
	expect(response.headers.get("Location")).toBe(`${shop.url}/docs?x=1`);
	expect(response.headers.get("Set-Cookie")).toMatch(/^theme=dark; Max-Age=31536000; Path=\/;/);
	expect(response.headers.get("Clear-Site-Data")).toBe('"prefetchCache"');
});

test("the theme of the device needs no cookie", async () => {
	expect((await choose("system")).headers.get("Set-Cookie")).toMatch(/^theme=system; Max-Age=0;/);
});

test.each(["https://elsewhere.example/blogs", "junk", "javascript:alert(1)"])(
	"from %s it leads home",
	async (referrer) => {
		const response = await choose("dark", referrer);
		expect(response.headers.get("Location")).toBe(`${shop.url}/`);
	},
);

test("an unknown theme changes nothing", async () => {
	expect((await choose('"><script>')).headers.get("Set-Cookie")).toBeNull();
	const page = await (await look("/blogs", { Cookie: "theme=constructor" })).text();
	expect(page).not.toContain("data-theme");
});

test("another site cannot change the theme", async () => {
	const init = { method: "POST", body: new URLSearchParams({ theme: "dark" }) };
	const response = await shop.fetch("/theme", {
		...init,
		headers: { Origin: "https://elsewhere.example" },
	});
	expect(response.status).toBe(403);
});

test("public and personal pages are rendered in the theme", async () => {
	const account = await createAccount(shop);
	const own = await account.fetch("/dashbord/myprofile", { headers: { Accept: "text/html" } });
	expect(await own.text()).not.toContain("data-theme");
	expect(await (await look("/", dark)).text()).toContain('<html lang="en" data-theme="dark">');
	expect(await (await look("/login", dark)).text()).toContain('data-theme="dark"');
});

test("the button of the chosen theme is pressed, and no other", async () => {
	const pressedIn = async (headers: Record<string, string>) => {
		const page = await (await look("/blogs", headers)).text();
		const form = /<form[^>]*action="\/theme"[\s\S]*?<\/form>/.exec(page)?.[0] ?? "";
		const buttons = form.match(/<button[^>]*>/g) ?? [];
		expect(buttons).toHaveLength(3);
		return buttons
			.filter((button) => button.includes('aria-pressed="true"'))
			.map((button) => /value="(\w+)"/.exec(button)?.[1]);
	};
	expect(await pressedIn({})).toEqual(["system"]);
	expect(await pressedIn(dark)).toEqual(["dark"]);
	expect(await pressedIn({ Cookie: "theme=light" })).toEqual(["light"]);
});

test("a page that the browser has is answered 304, unless it has another theme", async () => {
	const bare = (await look("/blogs")).headers.get("ETag") ?? "none";
	const dressed = (await look("/blogs", dark)).headers.get("ETag") ?? "none";
	expect(dressed).not.toBe(bare);
	const again = async (tag: string, headers = {}) =>
		(await look("/blogs", { "If-None-Match": tag, ...headers })).status;
	expect(await again(bare)).toBe(304);
	expect(await again(dressed, dark)).toBe(304);
	expect(await again(bare, dark)).toBe(200);
	expect(await again(dressed)).toBe(200);
	expect(await again(dressed, { Cookie: "theme=light" })).toBe(200);
});
