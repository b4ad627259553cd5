import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { validPassword } from "../support/passwords.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const maliciousPaths = [
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

/** Returns the URL that a browser at `path` would be redirected to, or null. */
function getRedirectUrl(response: Response, path: string): URL | null {
	const location = response.headers.get("Location");
	return location === null ? null : new URL(location, new URL(path, shop.url));
}

const shopper = await createAccount(shop, { password: validPassword });

test.each(maliciousPaths)("a return path of %j redirects within the shop", async (from) => {
	const path = `/login?${new URLSearchParams({ from })}`;
	const loginResponse = await shopper.fetch(path);
	expect(getRedirectUrl(loginResponse, path)?.origin).toBe(shop.url);
	const googleResponse = await shop.fetch(`/auth/google?${new URLSearchParams({ from })}`);
	expect(getRedirectUrl(googleResponse, path)?.origin).toBe(shop.url);
});

/** Only a few paths, because a login takes 0.2 s. contract/sign-in-paths.test.ts tests all of them. */
test.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
	"a login with ?from=%j redirects within the shop",
	async (from) => {
		const path = `/login?${new URLSearchParams({ from })}`;
		const body = new URLSearchParams({ email: shopper.email, password: validPassword });
		const headers = { Origin: shop.url };
		const response = await shop.fetch(path, { method: "POST", body, headers });
		expect(response.status).toBe(303);
		expect(getRedirectUrl(response, path)?.origin).toBe(shop.url);
		expect(response.headers.get("Set-Cookie")).not.toContain("evil");
	},
);

test("a redirect to the login page stays within the shop", async () => {
	for (const path of [
		"//evil.example/dashbord",
		"/dashbord//evil.example",
		"/dashbord?from=//evil.example",
	]) {
		const response = await fetch(`${shop.url}${path}`, { redirect: "manual" });
		expect(getRedirectUrl(response, path)?.origin ?? shop.url, path).toBe(shop.url);
	}
});

test("forged forwarding headers do not change links or redirects", async () => {
	const headers = { "X-Forwarded-Host": "evil.example", Forwarded: "host=evil.example" };
	const response = await shop.fetch("/dashbord", { headers });
	expect(response.headers.get("Location")).toBe("/login?from=%2Fdashbord");
	expect((await (await shop.fetch("/", { headers })).text()).includes("evil.example")).toBe(false);
});
