import { expect, test } from "vitest";
import { callAccess } from "./calls/index.ts";
import {
	type Access,
	describeAccess,
	getLandingPath,
	pageAccess,
	parseAccess,
} from "./permissions.ts";
import { type Capability, capabilities, getCapabilities, roleNames } from "./roles.ts";

test.each([
	["shopper", "/purchase/1?quantity=3", "/purchase/1?quantity=3"],
	["admin", "/purchase/1?quantity=3", "/"],
	["shopper", "/dashbord/addproducts", "/"],
	["admin", "/dashbord/addproducts", "/dashbord/addproducts"],
	["admin", "/dashbord/payment/1", "/dashbord/payment/1"],
	["admin", "/Dashbord/addproducts/", "/Dashbord/addproducts/"],
	["shopper", "/blogs", "/blogs"],
	["shopper", "/purchase/1/2", "/"],
	["shopper", "//evil.example", "/"],
	["shopper", null, "/"],
] as const)("a %s who requested %j goes to %j after signing in", (role, from, to) => {
	expect(getLandingPath(role, from)).toBe(to);
});

const requiredForShoppers: Capability[] = ["account:delete", "orders:place", "reviews:write"];
const requiredForAdmins: Capability[] = [
	...(["orders:read", "orders:ship", "orders:cancel", "orders:export", "payments:read"] as const),
	...(["products:write", "reviews:moderate", "users:manage"] as const),
	...(["overview:read", "audit:read", "status:read"] as const),
];

test("shoppers and admins have the capabilities in specification.md §6, and shoppers share none with staff", () => {
	const shopperCapabilities = getCapabilities("shopper");
	expect(shopperCapabilities).toEqual(expect.arrayContaining(requiredForShoppers));
	expect(getCapabilities("admin")).toEqual(expect.arrayContaining(requiredForAdmins));
	for (const role of roleNames.filter((name) => name !== "shopper")) {
		for (const capability of getCapabilities(role)) {
			expect(shopperCapabilities).not.toContain(capability);
		}
	}
});

test("the access rule of every page and call is valid", () => {
	const names = new Set<string>(capabilities);
	for (const [name, access] of [...pageAccess, ...callAccess]) {
		const { isOpen, owner, capability } = parseAccess(access);
		const isValid = isOpen || access === "signedIn" || owner || names.has(capability ?? "");
		expect(isValid, `${name}: ${access}`).toBeTruthy();
	}
});

test.each<[Access, string]>([
	["anyone", "Anyone"],
	["stripe", "Stripe, by its signature"],
	["signedIn", "Anyone signed in"],
	["orders:place", "A shopper"],
	["orders:ship", "An admin"],
	["self", "That account"],
	["self or users:manage", "That account or an admin"],
	["owner", "Its owner"],
	["owner or orders:cancel", "Its owner, an admin"],
])("/docs describes the access %s as: %s", (access, text) => {
	expect(describeAccess(access)).toContain(text);
});
