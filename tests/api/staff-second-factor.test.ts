import { afterAll, expect, test } from "vitest";
import { pageAccess } from "#contract/permissions.ts";
import { createAccount } from "../support/accounts.ts";
import { createAuthenticator } from "../support/passkeys.ts";
import { validPassword as password } from "../support/passwords.ts";
import { addSecondFactor, createTotp } from "../support/second-factor.ts";
import { createJsonInit, startShop } from "../support/shop.ts";
import { createVisitor } from "../support/visitor.ts";

const shop = await startShop({ vars: { STAFF_SECOND_FACTOR: "required" } });
afterAll(shop.stop);

const createStaff = (role: "admin" | "support") =>
	createAccount(shop, { role, password, useFastHash: true });
const setupPage = "/dashbord/twofactor";
const setupRequired = { code: "second_factor_setup_required" };

test("staff without a second factor can do nothing but set one up", async () => {
	const admin = await createStaff("admin");
	for (const [pattern, access] of pageAccess) {
		if (access === "anyone" || pattern === setupPage) continue;
		const { status, headers } = await admin.fetch(pattern.replaceAll(/:\w+/g, "x"));
		expect([pattern, status, headers.get("Location")]).toEqual([pattern, 302, setupPage]);
	}
	for (const fetch of [admin.fetch, admin.fetchWithToken]) {
		for (const path of ["/users", "/sessions", "/passkeys", `/admin/${admin.email}`]) {
			const response = await fetch(path);
			expect([path, response.status]).toEqual([path, 403]);
			expect(await response.json()).toMatchObject(setupRequired);
		}
	}
	expect((await admin.fetch("/")).status).toBe(200);
	expect(await (await admin.fetch(setupPage)).text()).toContain("This shop requires two-factor");
	const setupResponse = await admin.fetch("/second-factor", createJsonInit({ password }));
	const { secret } = JSON.parse(await setupResponse.text());
	const code = await createTotp(String(secret));
	expect((await admin.fetch("/second-factor/confirm", createJsonInit({ code }))).status).toBe(200);
	expect((await admin.fetch("/users")).status).toBe(200);
	expect((await admin.fetch("/dashbord/makeAdmin")).status).toBe(200);
	expect(await (await admin.fetch(setupPage)).text()).not.toContain(
		"This shop requires two-factor",
	);
});

test("a login sends staff to set up a second factor until they have one", async () => {
	const staff = await createStaff("support");
	const { id, email } = staff;
	const visitor = createVisitor(shop);
	const loginInit = { method: "POST", body: new URLSearchParams({ email, password }) };
	const passwordLogin = await visitor.fetch("/login?from=/dashbord/manageReview", loginInit);
	expect(passwordLogin.headers.get("Location")).toBe(setupPage);
	const { create, sign } = await createAuthenticator("http://localhost:8787");
	expect((await staff.fetch("/passkey-options", createJsonInit({}))).status).toBe(403);
	await addSecondFactor(shop.db, id);
	const postForJson = async (path: string) =>
		JSON.parse(await (await staff.fetch(path, createJsonInit({}))).text());
	const passkey = await create(await postForJson("/passkey-options"));
	expect((await staff.fetch("/passkeys", createJsonInit({ passkey }))).status).toBe(200);
	const assertion = JSON.stringify(await sign(id, await postForJson("/auth/passkey-options")));
	const body = new URLSearchParams({ intent: "passkey", passkey: assertion });
	const path = "/login?from=/dashbord/manageReview";
	const passkeyLogin = await createVisitor(shop).fetch(path, { method: "POST", body });
	expect(passkeyLogin.headers.get("Location")).toBe("/dashbord/manageReview");
});

test("shoppers need no second factor", async () => {
	const shopper = await createAccount(shop);
	expect((await shopper.fetch("/dashbord/myorders")).status).toBe(200);
	expect((await shopper.fetch("/sessions")).status).toBe(200);
});
