import { expect, test } from "vitest";
import { loginPath, safeReturnPath } from "./return-path.ts";

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
])("%j leads to %j", (from, to) => {
	expect(safeReturnPath(from)).toBe(to);
});

test("the login page carries path and query", () => {
	expect(loginPath("/purchase/1?quantity=3")).toBe("/login?from=%2Fpurchase%2F1%3Fquantity%3D3");
});
