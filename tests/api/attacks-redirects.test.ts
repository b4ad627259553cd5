import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const elsewhere = [
	"https://evil.example",
	"//evil.example",
	"///evil.example",
	"/\\evil.example",
	"\\\\evil.example",
	"/\t/evil.example",
	"/\n/evil.example",
	"/%09/evil.example",
	"/.//evil.example",
	"/..//evil.example",
	"/x/..//evil.example",
	"//evil.example/%2e%2e",
	"/%2Fevil.example",
	"%2F%2Fevil.example",
	"/%5Cevil.example",
	"/%252F%252Fevil.example",
	"javascript:alert(1)",
	"data:text/html,x",
	"evil.example",
	"@evil.example",
	"/@evil.example:80",
	" //evil.example",
	"http:evil.example",
	`${shop.url}@evil.example`,
	`${shop.url}.evil.example`,
	"/dashbord\r\nLocation: https://evil.example",
	"/\u0000//evil.example",
	"/login?from=//evil.example",
];

/** @returns where a browser at `path` would go, or null when the answer is no redirect */
function targetOf(response: Response, path: string): URL | null {
	const location = response.headers.get("Location");
	return location === null ? null : new URL(location, new URL(path, shop.url));
}

const shopper = await createAccount(shop, { password: "a password" });

test.each(elsewhere)("opening %j redirects within the shop", async (from) => {
	const path = `/login?${new URLSearchParams({ from })}`;
	const already = await shopper.fetch(path);
	expect(targetOf(already, path)?.origin ?? shop.url).toBe(shop.url);
	const google = await shop.fetch(`/auth/google?${new URLSearchParams({ from })}`);
	expect(targetOf(google, path)?.origin).toBe(shop.url);
});

/** contract/return-path.test.ts has the others: a login takes a fifth of a second. */
test.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
	"a login with ?from=%j redirects within the shop",
	async (from) => {
		const path = `/login?${new URLSearchParams({ from })}`;
		const body = new URLSearchParams({ email: shopper.email, password: "a password" });
		const headers = { Origin: shop.url };
		const entered = await shop.fetch(path, { method: "POST", body, headers });
		expect(entered.status).toBe(303);
		expect(targetOf(entered, path)?.origin).toBe(shop.url);
		expect(entered.headers.get("Set-Cookie")).not.toContain("evil");
	},
);

test("a redirect to the login names only the page it came from", async () => {
	for (const path of [
		"//evil.example/dashbord",
		"/dashbord//evil.example",
		"/dashbord?from=//evil.example",
	]) {
		const response = await fetch(`${shop.url}${path}`, { redirect: "manual" });
		expect(targetOf(response, path)?.origin ?? shop.url, path).toBe(shop.url);
	}
});

test("a forged Host or X-Forwarded-Host is in no link and no redirect", async () => {
	const headers = { "X-Forwarded-Host": "evil.example", Forwarded: "host=evil.example" };
	const response = await shop.fetch("/dashbord", { headers });
	expect(response.headers.get("Location")).toBe("/login?from=%2Fdashbord");
	expect((await (await shop.fetch("/", { headers })).text()).includes("evil.example")).toBe(false);
});
