import { afterAll, expect, test } from "vitest";
import { canOpen } from "#contract/permissions.ts";
import { type Role, roleNames } from "#contract/roles.ts";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

test("a visitor's navbar links to Home, Blogs, Portfolio, and Login", async () => {
	const html = await (await shop.fetch("/login")).text();
	const [navbar = ""] = /<nav [^>]*aria-label="Main".*?<\/nav>/s.exec(html) ?? [];
	const items = navbar.matchAll(/<(?:a [^>]*href="([^"]*)"|button )[^>]*>(.*?)<\/(?:a|button)>/gs);
	expect(Array.from(items, ([, path, label]) => [label, path])).toEqual([
		["Home", "/"],
		["Blogs", "/blogs"],
		["Portfolio", "/potfolio"],
		["Login", "/login"],
	]);
	const [header = ""] = /<header.*?<\/header>/s.exec(html) ?? [];
	const [, wordmark = ""] = /<a [^>]*href="\/"[^>]*>(.*?)<\/a>/s.exec(header) ?? [];
	expect(wordmark.replaceAll(/<svg.*?<\/svg>/gs, "")).toMatch(
		/^<span[^>]*><span[^>]*>Torque <b[^>]*>Tool<\/b> Depot<\/span><\/span>$/,
	);
});

test("the footer of every page has text-only links", async () => {
	const account = await createAccount(shop);
	for (const path of ["/", "/blogs", "/potfolio", "/dashbord", "/none"]) {
		const html = await (await account.fetch(path)).text();
		const [footer = ""] = /<footer.*<\/footer>/s.exec(html) ?? [];
		const links = [...footer.matchAll(/<a [^>]*href="[^"]*"[^>]*>(.*?)<\/a>/gs)];
		const labels = links.map(([, label]) => label);
		expect(labels, path).toEqual(expect.arrayContaining(["About", "Blogs", "FAQs"]));
		expect(labels.join(), path).not.toContain("<");
	}
});

type MenuItem = readonly [label: string, path: string];

const menus: { admin: MenuItem[] } & Partial<Record<Role, MenuItem[]>> = {
	shopper: [
		["My profile", "/dashbord/myprofile"],
		["My Orders", "/dashbord/myorders"],
		["My Quotes", "/dashbord/myquotes"],
		["Saved Lists", "/dashbord/lists"],
		["Add Review", "/dashbord/addreview"],
	],
	admin: [
		["Overview", "/dashbord/overview"],
		["My profile", "/dashbord/myprofile"],
		["Manage All Orders", "/dashbord/manageAllorders"],
		["New Order", "/dashbord/new-order"],
		["Quotes", "/dashbord/quotes"],
		["Packing Slips", "/dashbord/packing"],
		["Ship Orders", "/dashbord/ship"],
		["Add Products", "/dashbord/addproducts"],
		["Make an Admin", "/dashbord/makeAdmin"],
		["Manage Products", "/dashbord/manageProducts"],
		["Low stock", "/dashbord/stock"],
		["Import Products", "/dashbord/import"],
		["Manage Review", "/dashbord/manageReview"],
		["Messages", "/dashbord/messages"],
		["Newsletter", "/dashbord/subscribers"],
		["Money", "/dashbord/money"],
		["Audit log", "/dashbord/audit"],
		["Status", "/dashbord/status"],
	],
	fulfillment: [
		["My profile", "/dashbord/myprofile"],
		["Manage All Orders", "/dashbord/manageAllorders"],
		["Packing Slips", "/dashbord/packing"],
		["Ship Orders", "/dashbord/ship"],
	],
	catalogue: [
		["My profile", "/dashbord/myprofile"],
		["Add Products", "/dashbord/addproducts"],
		["Manage Products", "/dashbord/manageProducts"],
		["Low stock", "/dashbord/stock"],
		["Import Products", "/dashbord/import"],
	],
	support: [
		["My profile", "/dashbord/myprofile"],
		["Manage All Orders", "/dashbord/manageAllorders"],
		["New Order", "/dashbord/new-order"],
		["Quotes", "/dashbord/quotes"],
		["Manage Review", "/dashbord/manageReview"],
		["Messages", "/dashbord/messages"],
	],
};

/** Returns the items of the admin's menu that a role may open. */
const getAllowedMenu = (role: Role) => menus.admin.filter(([, path]) => canOpen(role, path));

test("a staff role's menu contains the admin's menu items that the role may open", () => {
	expect(getAllowedMenu("fulfillment")).toEqual(menus.fulfillment);
	expect(getAllowedMenu("support")).toEqual(menus.support);
});

test.each(roleNames)("the dashboard's HTML contains the menu of the role %s", async (role) => {
	const account = await createAccount(shop, { role });
	const html = await (await account.fetch("/dashbord")).text();
	const [menu = ""] = /<nav aria-label="Dashboard".*?<\/nav>/s.exec(html) ?? [];
	const links = menu.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs);
	const menuItems = Array.from(links, ([, path, label = ""]) => [
		label.replaceAll(/<.*?>/gs, ""),
		path,
	]);
	expect(menuItems).toEqual(menus[role] ?? getAllowedMenu(role));
});

test.each<[Role, string, string]>([
	["shopper", "/dashbord/orders", "/dashbord/myorders"],
	["shopper", "/dashbord/myquotes", "/dashbord/myquotes"],
	["shopper", "/dashbord/lists", "/dashbord/lists"],
	["shopper", "/dashbord/addresses", "/dashbord/addresses"],
	["admin", "/dashbord/orders", "/dashbord/manageAllorders"],
	["admin", "/dashbord/refund", "/dashbord/manageAllorders"],
	["admin", "/dashbord/updateproducts", "/dashbord/manageProducts"],
	["admin", "/dashbord/stock", "/dashbord/manageProducts"],
	["admin", "/dashbord/messages", "/dashbord/messages"],
	["admin", "/dashbord/quotes", "/dashbord/quotes"],
	["admin", "/dashbord/import", "/dashbord/import"],
])(
	"for the role %s, the error page of a path below %s has a button to %s",
	async (role, path, list) => {
		const account = await createAccount(shop, { role });
		const response = await account.fetch(`${path}/${"0".repeat(24)}`);
		expect(response.status).toBe(404);
		const links = [...(await response.text()).matchAll(/<a [^>]*>/g)].map(([tag]) => tag);
		expect(links.filter((tag) => /\bbtn\b/.test(tag))).toEqual([
			expect.stringContaining(`href="${list}"`),
		]);
	},
);

test("a page that is named like its menu item is also spelled like it", async () => {
	for (const [role, menu] of [
		["shopper", menus.shopper],
		["admin", menus.admin],
	] as const) {
		const account = await createAccount(shop, { role });
		for (const [label, path] of menu ?? []) {
			const html = await (await account.fetch(path)).text();
			const title = /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "";
			if (title.toLowerCase() === label.toLowerCase()) expect(title).toBe(label);
		}
	}
});

/** Returns the paths of the highlighted items of the dashboard's menu. */
async function readCurrentItems(account: TestAccount, path: string) {
	const html = await (await account.fetch(path)).text();
	const [menu = ""] = /<nav aria-label="Dashboard".*?<\/nav>/s.exec(html) ?? [];
	const currentLinks = menu.match(/<a [^>]*aria-current[^>]*>/g) ?? [];
	return currentLinks.map((link) => /href="([^"]*)"/.exec(link)?.[1]);
}

test.each(["addresses", "backinstock", "deleteaccount", "passkeys", "twofactor"])(
	"the menu highlights My profile on /dashbord/%s, which it leads to",
	async (page) => {
		const account = await createAccount(shop);
		expect(await readCurrentItems(account, `/dashbord/${page}`)).toEqual(["/dashbord/myprofile"]);
	},
);

test("the menu highlights the item whose path the page's path begins with", async () => {
	const admin = await createAccount(shop, { role: "admin" });
	const { id } = await createProduct(shop);
	expect(await readCurrentItems(admin, `/dashbord/stock/${id}`)).toEqual(["/dashbord/stock"]);
});
