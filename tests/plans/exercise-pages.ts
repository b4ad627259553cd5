import { eq } from "drizzle-orm";
import { orderFilters } from "#contract/order-filters.ts";
import { canOpen, pageAccess } from "#contract/permissions.ts";
import { productFilters } from "#contract/product-filters.ts";
import { toolSorts } from "#contract/schemas/tools-query.ts";
import type { Filters } from "#contract/table-filters.ts";
import { toolFilterEntries } from "#contract/tool-filters.ts";
import { savedLists } from "#worker/db/schema.ts";
import { createFixture, type Fixture } from "../api/contract/fixture.ts";
import { payOrder } from "../api/contract/pay.ts";
import { getAllowedFetch } from "../api/contract/row.ts";
import { cursorRows } from "../api/contract/rows.ts";
import { addDashboardRows } from "../support/many-rows.ts";
import type { TestShop } from "../support/shop.ts";
import { requireSuccess } from "./require-success.ts";

const searchQueries = [
	"?search=a&by=email",
	"?search=a",
	"?search=555+0142",
	"?search=a&by=tool",
	"?search=a&by=id",
	"?search=pi_&by=id",
];

/** Query strings that no form of the page submits. */
const extraQueries: Record<string, string[]> = {
	"/dashbord/myorders": ["?search=a", "?search=123456&page=1"],
	"/dashbord/new-order": ["?find=a", "?q=tool", "?customer=new&line=000000000000000000000000:1"],
	"/dashbord/overview": ["?span=months"],
	"/dashbord/packing": ["?ids=000000000000000000000000"],
};

/**
 * Reads the filters of a dashboard table from its select elements.
 * @returns query strings with each choice of each filter, alone and combined with the last choice of one other filter, with and
 * without a search
 */
function listFilterQueries(html: string): string[] {
	const [form = ""] = /<form[^>]*class="table-search.*?<\/form>/s.exec(html) ?? [];
	const filters = Array.from(
		form.matchAll(/<select[^>]* name="(\w+)"[^>]*>(.*?)<\/select>/gs),
		([, name = "", options = ""]) => {
			const choices = Array.from(options.matchAll(/ value="([^"]+)"/g), ([, value = ""]) => value);
			if (choices.length === 0) throw new Error(`The filter ${name} has no choices.`);
			return choices.map((choice) => `${name}=${choice}`);
		},
	);
	const combinations = filters.flatMap((choices) => {
		const others = filters.filter((filter) => filter !== choices);
		const additions = ["", ...others.map((other) => `&${other.at(-1)}`)];
		return choices.flatMap((choice) => additions.map((addition) => choice + addition));
	});
	return combinations.flatMap((query) => [`?${query}`, `?${query}&search=a`]);
}

/** Requests every page as an account that has access, and every table with all its filters. */
async function exerciseEachPage(
	shop: TestShop,
	{ accounts, product, order, importId, messageId, quoteId, addressId, list }: Fixture,
	paidOrderId: string,
): Promise<void> {
	let filterQueryCount = 0;
	for (const [pattern, access] of pageAccess) {
		const path = pattern
			.replace(":id", product.id)
			.replace(":productId", product.id)
			.replace("refund/:orderid", `refund/${paidOrderId}`)
			.replace(":orderid", order.id)
			.replace(":importid", importId)
			.replace(":listid", list.id)
			.replace("list/:token", `list/${list.shareToken}`)
			.replace(":messageId", messageId)
			.replace(":quoteid", quoteId)
			.replace(":addressid", addressId)
			.replace("*", "nothing");
		const { shopper, admin } = accounts;
		const isForAdmins = !canOpen("shopper", pattern);
		const send = access === "anyone" ? shop.fetch : (isForAdmins ? admin : shopper).fetch;
		const queries = listFilterQueries(await (await send(path)).text());
		filterQueryCount += queries.length;
		const tableQueries = [
			...(isForAdmins ? [...searchQueries, ...queries] : []),
			...(extraQueries[path] ?? []),
		];
		await send(`${path}?page=1`);
		// `.data` skips rendering the HTML, which would take most of the time.
		for (const query of tableQueries) await requireSuccess(send(`${path}.data${query}`));
	}
	if (filterQueryCount === 0) throw new Error("No page of the dashboard has a filter.");
}

const toolFilterQueries = toolFilterEntries.map(
	([name, { choices = ["1"] }]) => `${name}=${choices.at(-1)}`,
);

const toolSortQueries = toolSorts.map((sort) => `sort=${sort}`);

const catalogueQueries = [
	"q=misspeled",
	"q=1101",
	"q=tool",
	...toolSortQueries,
	...toolFilterQueries.flatMap((filter) =>
		["", "q=tool", "category=other", ...toolSortQueries].map((query) => `${filter}&${query}`),
	),
];

async function exerciseCatalogue(shop: TestShop): Promise<void> {
	for (const query of catalogueQueries) await requireSuccess(shop.fetch(`/tools?${query}`));
}

/** Submits the admin's forms that have no API call. */
async function exerciseForms(
	{ accounts: { admin }, review, product, quoteId }: Fixture,
	paidOrderId: string,
) {
	const post = (page: string, fields: Record<string, string>) =>
		requireSuccess(
			admin.fetch(`/dashbord/${page}`, { method: "POST", body: new URLSearchParams(fields) }),
		);
	for (const task of ["hide", "show"]) await post("manageReview", { task, review: review.id });
	const stock = { shownStock: String(product.quantity), quantity: "90", editKey: "" };
	await post("manageProducts", { product: product.id, ...stock });
	await post(`quotes/${quoteId}`, { task: "update", add: `${product.name}, 50` });
	const refund = {
		scope: "amount",
		amount: "0.50",
		reason: "other",
		key: "form",
		shownCents: "50",
		shownCancelsOrder: "",
	};
	await post(`refund/${paidOrderId}`, refund);
}

/** Saves a basket as a list, and submits each form of the list. */
async function exerciseSavedLists({ shop, accounts: { otherShopper }, product }: Fixture) {
	const post = (path: string, fields: Record<string, string>) =>
		requireSuccess(otherShopper.fetch(path, { method: "POST", body: new URLSearchParams(fields) }));
	await post("/basket/add", { product: product.id });
	await post("/basket", { intent: "save", name: "Weekly" });
	const list = await shop.db
		.select()
		.from(savedLists)
		.where(eq(savedLists.userId, otherShopper.id))
		.get();
	const path = `/dashbord/lists/${list?.id}`;
	await post("/dashbord/lists", { list: list?.id ?? "" });
	for (const intent of ["basket", "share", "unshare", "remove", "delete"]) {
		if (intent === "remove") await post(path, { name: "Monthly" });
		await post(path, { intent, product: product.id });
	}
}

const listChoiceQueries = (filters: Filters) =>
	Object.entries(filters).flatMap(([name, { choices }]) =>
		Object.keys(choices).map((choice) => `${name}=${choice}`),
	);

/** Exports more orders than fit in one page of the export, so that every query also runs with a cursor. */
async function exerciseExport(
	shop: TestShop,
	{ accounts: { admin }, product }: Fixture,
): Promise<void> {
	await addDashboardRows(shop, { prefix: "Ex", count: 2_600, productId: product.id });
	const queries = ["", "search=ex", "by=email&search=ex", "by=tool&search=ex", "by=id&search=ex"];
	const orderQueries = [...queries, ...listChoiceQueries(orderFilters)];
	for (const query of orderQueries.flatMap((filter) => [filter, `${filter}&sort=oldest`])) {
		await requireSuccess(admin.fetch(`/dashbord/orders.csv?${query}`));
	}
	await requireSuccess(admin.fetch("/subscriptions.csv"));
	for (const query of ["", "search=a", ...listChoiceQueries(productFilters)]) {
		await requireSuccess(admin.fetch(`/products.csv?${query}`));
	}
}

async function exerciseListCalls(shop: TestShop, fixture: Fixture): Promise<void> {
	const { shopper } = fixture.accounts;
	for (const row of cursorRows) {
		await requireSuccess(getAllowedFetch(row, fixture)(`${row.path(fixture)}?after=1.2`));
	}
	await requireSuccess(shopper.fetch(`/orders/${shopper.email}?after=1.x`));
	await requireSuccess(shop.fetch("/products?page=1&size=6"));
	await requireSuccess(shop.fetch("/healthz"));
}

async function exerciseImport({ accounts: { admin }, product }: Fixture): Promise<void> {
	const headers = { "Content-Type": "text/csv" };
	const body = `ID,Stock\n${product.id},90\nunknown,1`;
	await requireSuccess(admin.fetch("/imports?name=stock.csv", { method: "POST", headers, body }));
}

/** Requests every page, table, export and list, and submits the forms that have no API call. */
export async function exercisePages(shop: TestShop, fixture: Fixture): Promise<void> {
	const { order } = await payOrder(await createFixture(shop));
	await exerciseEachPage(shop, fixture, order.id);
	await exerciseForms(fixture, order.id);
	await exerciseSavedLists(fixture);
	await exerciseExport(shop, fixture);
	await exerciseImport(fixture);
	await exerciseCatalogue(shop);
	await exerciseListCalls(shop, fixture);
}
