import { isDeepStrictEqual } from "node:util";
import { afterAll, expect, test } from "vitest";
import { callAccess } from "#contract/calls/index.ts";
import { errors } from "#contract/errors.ts";
import { type Access, pageAccess, parseAccess } from "#contract/permissions.ts";
import { can, type Role, roleNames } from "#contract/roles.ts";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { createJsonInit, startShop } from "../support/shop.ts";
import { createFixture, type Fixture, type Visitor, visitors } from "./contract/fixture.ts";
import type { ContractRow } from "./contract/row.ts";
import { contractRows } from "./contract/rows.ts";

const shop = await startShop();
afterAll(shop.stop);

type Denials = Partial<Record<Visitor, number>>;

/** Returns the status for each visitor who is denied access to the shopper's data. */
function getDenials(access: Access): Denials {
	const { isOpen, owner, capability } = parseAccess(access);
	if (isOpen) return {};
	const isForAnyoneSignedIn = !owner && !capability;
	const isAllowed = (role: Role, isOwner: boolean) =>
		isForAnyoneSignedIn ||
		(owner !== undefined && isOwner) ||
		(capability !== undefined && can({ role }, capability));
	return {
		anonymous: 401,
		...(!isAllowed("shopper", true) && { shopper: 403 }),
		...(!isAllowed("shopper", false) && { otherShopper: 403 }),
		...(!isAllowed("admin", false) && { admin: 403 }),
	};
}

/** Sorts denied visitors first, because an allowed visitor's request may delete the fixture. */
function sortVisitors(access: Access): Visitor[] {
	const denials = getDenials(access);
	return visitors.toSorted((a, b) => Number(b in denials) - Number(a in denials));
}

const getAccount = (fixture: Fixture, visitor: Visitor): TestAccount | null =>
	visitor === "anonymous" ? null : fixture.accounts[visitor];

const fillPath = (
	path: string,
	{ order, product, accounts, importId, addressId, messageId, checkoutId, quoteId }: Fixture,
) =>
	path
		.replace(/^\/(purchase|products?)\/[:{]\w+\}?/, `/$1/${product.id}`)
		.replace("{email}", accounts.shopper.email)
		.replace(/orders\/\{\w+\}/, `orders/${order.id}`)
		.replace(/checkouts\/\{\w+\}/, `checkouts/${checkoutId}`)
		.replace(/quotes\/\{\w+\}/, `quotes/${quoteId}`)
		.replace(":quoteid", quoteId)
		.replace(":checkoutid", checkoutId)
		.replace(":orderid", order.id)
		.replace(":productId", product.id)
		.replace(":importid", importId)
		.replace(":addressid", addressId)
		.replace(":messageId", messageId)
		.replace(/\{\w+\}/, "0");

const calls = [...callAccess];
const pages = [...pageAccess];

const isDenial = (status: number) => status === 401 || status === 403;
const getRowDenials = ({ statuses }: ContractRow): Denials =>
	Object.fromEntries(Object.entries(statuses).filter(([, status]) => isDenial(status)));

/** Returns whether contract.test.ts already tests which visitors are denied the call, with a cookie and with a token. */
const isInContractTests = ([name, access]: (typeof calls)[number]) =>
	contractRows.some(
		(row) =>
			`${row.call.method} ${row.call.path}` === name &&
			isDeepStrictEqual(getRowDenials(row), getDenials(access)),
	);

test.each(calls.filter((call) => !isInContractTests(call)))(
	"%s (access: %s) allows or denies each visitor, whether signed in with a cookie or a token",
	async (name, access) => {
		const [method = "GET", path = ""] = name.split(" ");
		const fixture = await createFixture(shop);
		const url = fillPath(path, fixture);
		// No call accepts this body, so authorized visitors get a validation error.
		const init = method === "GET" ? {} : createJsonInit({ transactionID: "pi_none" }, method);
		for (const visitor of sortVisitors(access)) {
			const account = getAccount(fixture, visitor);
			for (const send of account ? [account.fetch, account.fetchWithToken] : [shop.fetch]) {
				const { status } = await send(url, init);
				const denial = getDenials(access)[visitor];
				if (denial) expect(status, visitor).toBe(denial);
				else expect(status < 500 && !isDenial(status), `${visitor}: ${status}`).toBe(true);
			}
		}
	},
);

async function expectSignedOut(response: Response, access: Access, account: TestAccount) {
	const isForShoppers = getDenials(access).shopper === undefined;
	const message = isForShoppers ? "its is procted for User" : "its is procted for admin";
	const cookies = response.headers.getSetCookie().map(decodeURIComponent);
	expect(cookies.some((cookie) => cookie.includes(message))).toBe(true);
	expect(cookies.some((cookie) => cookie.startsWith("session=;"))).toBe(true);
	expect((await account.fetch(`/admin/${account.email}`)).status).toBe(401);
}

test.each(pages)(
	"%s is accessible to: %s; all others are redirected to /login, and signed out if their role is wrong",
	async (path, access) => {
		const fixture = await createFixture(shop);
		const url = fillPath(path, fixture);
		for (const visitor of sortVisitors(access)) {
			const account = getAccount(fixture, visitor);
			const response = await (account?.fetch ?? shop.fetch)(url);
			const isDenied = getDenials(access)[visitor] !== undefined;
			const loginPath = `/login?${new URLSearchParams({ from: url })}`;
			const location = response.headers.get("Location");
			if (isDenied) expect(location, visitor).toBe(loginPath);
			// Allowed pages do not redirect, except that the login page sends users who are signed in to the home page.
			else expect([location ?? "/", response.status < 500], visitor).toEqual(["/", true]);
			if (isDenied && account) await expectSignedOut(response, access, account);
		}
	},
);

const isNonAdminStaff = (role: Role) => role !== "admin" && role !== "shopper";

test.each(roleNames.filter(isNonAdminStaff))(
	"an account with the role %s can open the pages of its role and no others",
	async (role) => {
		const fixture = await createFixture(shop);
		let account = await createAccount(shop, { role });
		for (const [pattern, access] of pages.filter(([path]) => path.startsWith("/dashbord"))) {
			if (access === "anyone" || access === "signedIn") continue;
			const { status } = await account.fetch(fillPath(pattern, fixture));
			expect([pattern, status]).toEqual([pattern, can({ role }, access) ? 200 : 302]);
			// The redirect has signed the account out.
			if (status === 302) account = await createAccount(shop, { role });
		}
	},
);

test("the orders table shows only the buttons that the account may use", async () => {
	await createFixture(shop);
	const readTable = async (role: Role) =>
		(await (await createAccount(shop, { role })).fetch("/dashbord/manageAllorders")).text();
	const controls = ['value="cancel"', "Delete selected", "Ship selected", "Export as CSV"];
	const readControls = async (role: Role) => {
		const html = await readTable(role);
		return controls.filter((text) => html.includes(text));
	};
	expect(await readControls("admin")).toEqual(controls);
	expect(await readControls("support")).toEqual(['value="cancel"', "Delete selected"]);
	expect(await readControls("fulfillment")).toEqual(["Ship selected"]);
});

test.each([
	["prefetched", { "Sec-Purpose": "prefetch" }, "GET"],
	["loaded as an image", { "Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "same-origin" }, "GET"],
	["loaded in a frame", { "Sec-Fetch-Dest": "iframe" }, "GET"],
	[
		"opened from another site",
		{ "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "cross-site" },
		"GET",
	],
	[
		"opened from a sibling subdomain",
		{ "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "same-site" },
		"GET",
	],
	["requested with HEAD", {}, "HEAD"],
])(
	"a request for another role's page does not sign the visitor out if the page is %s",
	async (_, headers, method) => {
		const shopper = await createAccount(shop);
		expect((await shopper.fetch("/dashbord/makeAdmin", { headers, method })).status).toBe(302);
		expect((await shopper.fetch(`/admin/${shopper.email}`)).status).toBe(200);
	},
);

test.each(pages.filter(([, access]) => access !== "anyone"))(
	"%s returns its data and accepts its form only for authorized users",
	async (path, access) => {
		const fixture = await createFixture(shop);
		const { email } = fixture.accounts.shopper;
		const url = fillPath(path, fixture);
		for (const query of ["", "?_routes=root", "?_routes="]) {
			const text = await (await shop.fetch(`${url}.data${query}`)).text();
			expect(text.includes("/login?from="), query).toBe(true);
			expect(text.includes(email), query).toBe(false);
		}
		const body = new URLSearchParams({ order: fixture.order.id, email });
		for (const visitor of sortVisitors(access)) {
			if (getDenials(access)[visitor] === undefined) continue;
			const send = getAccount(fixture, visitor)?.fetch ?? shop.fetch;
			const response = await send(url, { method: "POST", body });
			if (visitor === "anonymous") {
				expect(response.status).toBe(401);
				expect(await response.text()).toContain(errors.unauthenticated.message);
			} else expect(response.headers.get("Location"), visitor).toContain("/login?from=");
		}
		const response = await shop.fetch(`${url}.data`, { method: "POST", body });
		expect(response.status).toBe(401);
		expect(response.headers.get("Set-Cookie") ?? "").not.toContain("flash");
		expect(await response.text()).toContain(errors.unauthenticated.message);
	},
);
