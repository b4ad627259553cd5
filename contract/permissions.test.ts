import { expect, test } from "vitest";
import { landingPath } from "./permissions.ts";

test.each([
	["shopper", "/purchase/1?quantity=3", "/purchase/1?quantity=3"],
	["admin", "/purchase/1?quantity=3", "/"],
	["shopper", "/dashbord/addproducts", "/"],
	["admin", "/dashbord/addproducts", "/dashbord/addproducts"],
	["admin", "/dashbord/payment/1", "/dashbord/payment/1"],
	["shopper", "/blogs", "/blogs"],
	["shopper", "/purchase/1/2", "/"],
	["shopper", "//evil.example", "/"],
	["shopper", null, "/"],
] as const)("a signed-in %s on the way to %j lands at %j", (role, from, to) => {
	expect(landingPath(role, from)).toBe(to);
});
