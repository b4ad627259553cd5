import { expect, test } from "vitest";
import { getSafeReturnPath, loginPath, verifyPath } from "./sign-in-paths.ts";

test.each([
	["/dashbord/myorders", "/dashbord/myorders"],
	["/purchase/1?quantity=3", "/purchase/1?quantity=3"],
	[null, "/"],
	["", "/"],
	["https://evil.example", "/"],
	["//evil.example", "/"],
	["//evil.example/dashbord", "/"],
	["/\\evil.example", "/"],
	["/\t/evil.example", "/"],
	["/%2f/evil.example", "/%2f/evil.example"],
	["/./\\evil.example", "/"],
	["/..//evil.example", "/"],
	["javascript:alert(1)", "/"],
	["/login?from=/login", "/"],
	["/signup", "/"],
])("?from=%j redirects to %j", (from, to) => {
	expect(getSafeReturnPath(from)).toBe(to);
});

test.each([
	"///evil.example",
	"\\\\evil.example",
	"/\n/evil.example",
	"/%09/evil.example",
	"/.//evil.example",
	"/x/..//evil.example",
	"//evil.example/%2e%2e",
	"/%2Fevil.example",
	"%2F%2Fevil.example",
	"/%5Cevil.example",
	"/%252F%252Fevil.example",
	"data:text/html,x",
	"evil.example",
	"@evil.example",
	"/@evil.example:80",
	" //evil.example",
	"http:evil.example",
	"https://shop.example@evil.example",
	"https://shop.example.evil.example",
	"/dashbord\r\nLocation: https://evil.example",
	"/\u0000//evil.example",
	"/login?from=//evil.example",
])("?from=%j cannot redirect to another site or inject a header", (from) => {
	const path = getSafeReturnPath(from);
	expect(new URL(path, "https://shop.example/login").origin).toBe("https://shop.example");
	expect(path).not.toMatch(/[\r\n]/);
});

test("the login path contains the path and query to return to", () => {
	expect(loginPath("/purchase/1?quantity=3")).toBe("/login?from=%2Fpurchase%2F1%3Fquantity%3D3");
});

test("the link of a verification email contains the page that requested it, if any", () => {
	expect(verifyPath("abc")).toBe("/verify-email?token=abc");
	expect(verifyPath("abc", "/checkout")).toBe("/verify-email?token=abc&from=%2Fcheckout");
});
