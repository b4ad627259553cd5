import { describe, expect, test } from "vitest";
import { callAccess } from "#contract/calls/index.ts";
import { type Access, pageAccess } from "#contract/permissions.ts";
import { type Account, capabilities, roleNames, roles } from "#contract/roles.ts";
import { authorize, requireCapability } from "./authorize.ts";

const createAccount = (role: Account["role"]): Account => ({
	id: "1",
	email: "ada@example.com",
	name: "Ada",
	role,
});

/** An account with a role that does not exist in this version of the shop. */
const accountWithUnknownRole: Account = JSON.parse(
	'{"id":"2","email":"eve@example.com","name":"Eve","role":"no-such-role"}',
);

const rolesAndCapabilities = roleNames.flatMap((role) =>
	capabilities.map((capability) => [role, capability] as const),
);

describe("each role has exactly the capabilities in contract/roles.ts", () => {
	test.each(rolesAndCapabilities)("%s, %s", (role, capability) => {
		const granted: readonly string[] = roles[role].can;
		const account = createAccount(role);
		const check = () => requireCapability({ account }, capability);
		if (granted.includes(capability)) expect(check()).toBe(account);
		else expect(check).toThrow(expect.objectContaining({ status: 403 }));
	});
});

test.each(capabilities)("denies %s to visitors and to unknown roles", (capability) => {
	const checkVisitor = () => requireCapability({ account: null }, capability);
	expect(checkVisitor).toThrow(expect.objectContaining({ code: "unauthenticated" }));
	expect(() => requireCapability({ account: accountWithUnknownRole }, capability)).toThrow(
		expect.objectContaining({ status: 403 }),
	);
});

test("a missing capability throws the error of the required role, unless the call has its own error", () => {
	const [admin, shopper] = [
		{ account: createAccount("admin") },
		{ account: createAccount("shopper") },
	];
	const withCode = (expected: string) => expect.objectContaining({ code: expected });
	expect(() => requireCapability(shopper, "orders:ship")).toThrow(withCode("admin_only"));
	expect(() => requireCapability(admin, "orders:place")).toThrow(withCode("shopper_only"));
	expect(() => requireCapability(shopper, "users:manage", "admin_grant_forbidden")).toThrow(
		withCode("admin_grant_forbidden"),
	);
});

/** Returns the error code; null if the account has access. */
function getErrorCode(access: Access, account: Account | null, email: string): unknown {
	try {
		authorize(access, { account }, email);
		return null;
	} catch (error) {
		return Object(error).code;
	}
}

test.each<[Access, string | null, string | null, string | null]>([
	["anyone", null, null, null],
	["stripe", null, null, null],
	["signedIn", "unauthenticated", null, null],
	["self", "unauthenticated", "forbidden", "forbidden"],
	["self or users:manage", "unauthenticated", "forbidden", null],
	["owner", "unauthenticated", null, null],
	["owner or orders:cancel", "unauthenticated", null, null],
])(
	"%s, for another account's data: a visitor gets %s, a shopper %s, an admin %s",
	(access, visitor, shopper, admin) => {
		const email = "bob@example.com";
		expect(getErrorCode(access, null, email)).toBe(visitor);
		expect(getErrorCode(access, createAccount("shopper"), email)).toBe(shopper);
		expect(getErrorCode(access, createAccount("admin"), email)).toBe(admin);
		if (access.startsWith("self")) {
			expect(getErrorCode(access, createAccount("shopper"), "ada@example.com")).toBeNull();
		}
	},
);

test("denies an unknown role every page and call that needs a capability", () => {
	for (const [name, access] of [...pageAccess, ...callAccess]) {
		const isOpen = /^(?:anyone|stripe|signedIn|owner\b)/.test(access);
		const isDenied = getErrorCode(access, accountWithUnknownRole, "ada@example.com") !== null;
		expect(isDenied, `${name}: ${access}`).toBe(!isOpen);
	}
});

test("staff without a second factor can only set one up", () => {
	const admin: Account = { ...createAccount("admin"), mustAddSecondFactor: true };
	expect(getErrorCode("account:second-factor", admin, "")).toBeNull();
	for (const access of ["signedIn", "orders:read", "self"] as const)
		expect(getErrorCode(access, admin, "")).toBe("second_factor_setup_required");
});
