import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { createAccount } from "../support/accounts.ts";
import { readPage } from "../support/html-page.ts";
import { startShop } from "../support/shop.ts";
import { createVisitor } from "../support/visitor.ts";

const shop = await startShop();
afterAll(shop.stop);

const requestPage = (path: string, headers: Record<string, string> = {}) =>
	shop.fetch(path, { headers: { Accept: "text/html", ...headers } });
const darkCookie = { Cookie: "theme=dark" };

const chooseTheme = (theme: string, referrer = `${shop.url}/blogs`) =>
	shop.fetch("/theme", {
		method: "POST",
		headers: { Origin: shop.url, Referer: referrer },
		body: new URLSearchParams({ theme }),
	});

test("choosing a theme sets a cookie and leads back to the page", async () => {
	const response = await chooseTheme("dark", `${shop.url}/docs?x=1`);
	expect(response.status).toBe(303);
	expect(response.headers.get("Location")).toBe(`${shop.url}/docs?x=1`);
	expect(response.headers.get("Set-Cookie")).toMatch(/^theme=dark; Max-Age=31536000; Path=\/;/);
	expect(response.headers.get("Clear-Site-Data")).toBe('"prefetchCache"');
});

test("choosing the device's theme deletes the cookie", async () => {
	expect((await chooseTheme("system")).headers.get("Set-Cookie")).toMatch(
		/^theme=system; Max-Age=0;/,
	);
});

test.each(["https://elsewhere.example/blogs", "junk", "javascript:alert(1)"])(
	"with the referrer %s, choosing a theme leads to the home page",
	async (referrer) => {
		const response = await chooseTheme("dark", referrer);
		expect(response.headers.get("Location")).toBe(`${shop.url}/`);
	},
);

test("an unknown theme changes nothing", async () => {
	expect((await chooseTheme('"><script>')).headers.get("Set-Cookie")).toBeNull();
	const page = await (await requestPage("/blogs", { Cookie: "theme=constructor" })).text();
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

test("pages are rendered in the chosen theme or, if none is chosen, without data-theme", async () => {
	const account = await createAccount(shop);
	const profileResponse = await account.fetch("/dashbord/myprofile", {
		headers: { Accept: "text/html" },
	});
	expect(await profileResponse.text()).not.toContain("data-theme");
	expect(await (await requestPage("/", darkCookie)).text()).toContain(
		'<html lang="en" data-theme="dark">',
	);
	expect(await (await requestPage("/login", darkCookie)).text()).toContain('data-theme="dark"');
});

test("only the button of the chosen theme is pressed", async () => {
	const readPressedButtons = async (headers: Record<string, string>) => {
		const page = await (await requestPage("/blogs", headers)).text();
		const form = /<form[^>]*action="\/theme"[\s\S]*?<\/form>/.exec(page)?.[0] ?? "";
		const buttons = form.match(/<button[^>]*>/g) ?? [];
		expect(buttons).toHaveLength(3);
		return buttons
			.filter((button) => button.includes('aria-pressed="true"'))
			.map((button) => /value="(\w+)"/.exec(button)?.[1]);
	};
	expect(await readPressedButtons({})).toEqual(["system"]);
	expect(await readPressedButtons(darkCookie)).toEqual(["dark"]);
	expect(await readPressedButtons({ Cookie: "theme=light" })).toEqual(["light"]);
});

test("responds with 304 for a cached page unless the theme has changed", async () => {
	const defaultTag = (await requestPage("/blogs")).headers.get("ETag") ?? "none";
	const darkTag = (await requestPage("/blogs", darkCookie)).headers.get("ETag") ?? "none";
	expect(darkTag).not.toBe(defaultTag);
	const revalidate = async (tag: string, headers = {}) =>
		(await requestPage("/blogs", { "If-None-Match": tag, ...headers })).status;
	expect(await revalidate(defaultTag)).toBe(304);
	expect(await revalidate(darkTag, darkCookie)).toBe(304);
	expect(await revalidate(defaultTag, darkCookie)).toBe(200);
	expect(await revalidate(darkTag)).toBe(200);
	expect(await revalidate(darkTag, { Cookie: "theme=light" })).toBe(200);
});

test("without JavaScript, a theme applies to every page until another is chosen", async () => {
	const visitor = createVisitor(shop);
	const darkPage = await (await readPage(visitor, "/blogs")).press("Dark");
	for (const { html } of [darkPage, await readPage(visitor, "/blogs")]) {
		expect(html).toContain('<html lang="en" data-theme="dark">');
		expect(html).toMatch(/<button[^>]*value="dark"[^>]*aria-pressed="true"/);
	}
	const { html } = await darkPage.press("Auto");
	expect(html).not.toContain("data-theme");
	expect(html).toMatch(/<button[^>]*value="system"[^>]*aria-pressed="true"/);
});

test("the 404 page for a deleted product has the chosen theme", async () => {
	const { session } = await createAccount(shop);
	const visitor = createVisitor(shop, { session, theme: "dark" });
	const page = await readPage(visitor, `/tools/${"0".repeat(24)}`);
	expect(page.status).toBe(404);
	expect(page.text).toContain(errors.product_not_found.message);
	expect(page.html).toContain('data-theme="dark"');
	expect(page.html).not.toContain('rel="canonical"');
	expect((await page.follow("See all tools")).path).toBe("/tools");
});
