import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { basketLines, orders, products } from "#worker/db/schema.ts";
import { createAccounts, type TestAccount } from "../support/accounts.ts";
import { getCheckoutId, openCheckout, submitCheckout } from "../support/basket.ts";
import { findStockProblems } from "../support/count-pieces.ts";
import { createProductRow } from "../support/products.ts";
import { createJsonInit, type RunningShop } from "../support/shop.ts";

type Line = { toolId: string; quantity: number };

/** The result of submitting a list: its checkout, the tools that the response rejects, or an unexpected response. */
type Outcome = { checkoutId: string } | { rejected: string[] } | { error: string };

type Submit = () => Promise<Outcome>;

const placedSchema = v.object({ insertedId: v.string() });
const rejectedSchema = v.object({
	code: v.literal("lines_rejected"),
	lines: v.array(v.object({ toolId: v.string(), code: v.literal("insufficient_stock") })),
});

const formatResponse = async (response: Response) =>
	`${response.status} ${(await response.text()).slice(0, 200)}`;

/** Reads the ids of the tools that the checkout page has reduced or removed for lack of stock. */
function readRejectedTools(html: string): string[] {
	const lines = html
		.split("<li ")
		.filter((line) => / instead of\b|left out of this order/.test(line));
	return lines.flatMap((line) => /Tool ([0-9a-f]{24})/.exec(line)?.[1] ?? []);
}

/** Pastes the list into a quick order and opens the checkout of the basket. */
async function prepareBasket(shopper: TestAccount, lines: Line[]): Promise<Submit> {
	const pasted = lines.map(({ toolId, quantity }) => `Tool ${toolId}\t${quantity}`).join("\n");
	const body = new URLSearchParams({ lines: pasted, intent: "add" });
	const response = await shopper.fetch("/quick-order", { method: "POST", body });
	if (response.headers.get("Location") !== "/basket")
		throw new Error(await formatResponse(response));
	const page = await openCheckout(shopper);
	return async () => {
		const response = await submitCheckout(shopper, page);
		const checkoutId = getCheckoutId(response);
		if (checkoutId) return { checkoutId };
		if (response.status !== 409) return { error: await formatResponse(response) };
		return { rejected: readRejectedTools(await response.text()) };
	};
}

const prepareApiCall =
	(shopper: TestAccount, lines: Line[]): Submit =>
	async () => {
		const input = { lines, location: "1 Bay Road", phone: "555 0100" };
		const response = await shopper.fetch("/checkouts", createJsonInit(input));
		if (response.ok) return { checkoutId: v.parse(placedSchema, await response.json()).insertedId };
		if (response.status !== 409) return { error: await formatResponse(response) };
		const body = await response.json();
		const { success, output } = v.safeParse(rejectedSchema, body);
		if (!success) return { error: `409 ${JSON.stringify(body)}` };
		return { rejected: output.lines.map(({ toolId }) => toolId) };
	};

/**
 * Creates tools with enough stock for only some of the lists.
 * @returns the stock of each tool, keyed by id
 */
async function createTools({ db }: RunningShop, lineCount: number, listCount: number) {
	const rows = Array.from({ length: lineCount }, () =>
		createProductRow({ minimum: 1, quantity: randomInt(listCount, 2 * listCount) }),
	);
	const [first, ...rest] = rows.map((row) => db.insert(products).values(row));
	if (first) await db.batch([first, ...rest]);
	return new Map(rows.map(({ id, quantity }) => [id, quantity]));
}

type List = { userId: string; lines: Line[]; usesBasket: boolean; outcome: Outcome };

/** @param stockLeft - the stock after all lists were submitted, which is when it is lowest */
function* findListViolations(
	{ lines, usesBasket, outcome }: List,
	stockLeft: Map<string, number>,
	counts: { ordered: number; inBasket: number },
) {
	if ("error" in outcome) yield `a list got ${outcome.error}`;
	const isPlaced = "checkoutId" in outcome;
	const ordered = isPlaced ? lines.length : 0;
	if (counts.ordered !== ordered) yield `${counts.ordered} of ${lines.length} lines are ordered`;
	const inBasket = usesBasket ? lines.length - ordered : 0;
	if (counts.inBasket !== inBasket) yield `${counts.inBasket} lines are in the basket`;
	if (!("rejected" in outcome)) return;
	const lacksStock = (id: string) =>
		lines.some(({ toolId, quantity }) => toolId === id && (stockLeft.get(id) ?? 0) < quantity);
	if (outcome.rejected.length === 0) yield "a rejection names no line";
	for (const id of outcome.rejected)
		if (!lacksStock(id)) yield `a rejection names ${id}, which is in stock`;
}

async function findViolations(shop: RunningShop, lists: List[], stocks: Map<string, number>) {
	const { db } = shop;
	const violations: string[] = [];
	for (const [id, initial] of stocks) {
		violations.push(...(await findStockProblems(shop, id, initial)));
	}
	const rows = await db.select({ id: products.id, stock: products.quantity }).from(products);
	const stockLeft = new Map(rows.map(({ id, stock }) => [id, stock]));
	for (const list of lists) {
		const counts = {
			ordered: await db.$count(orders, eq(orders.userId, list.userId)),
			inBasket: await db.$count(basketLines, eq(basketLines.userId, list.userId)),
		};
		violations.push(...findListViolations(list, stockLeft, counts));
	}
	return violations;
}

/**
 * Lets shoppers order lists of the same scarce tools at the same time: half of them through a quick order and the checkout page, half
 * through an API call.
 * @returns how many lists were placed and rejected, and the violations
 */
export async function orderListsConcurrently(
	shop: RunningShop,
	listCount: number,
	lineCount: number,
) {
	const stocks = await createTools(shop, lineCount, listCount);
	const shoppers = await createAccounts(shop, listCount);
	const prepared = [];
	for (const [index, shopper] of shoppers.entries()) {
		const lines = [...stocks.keys()].map((toolId) => ({ toolId, quantity: randomInt(1, 4) }));
		const usesBasket = index % 2 === 0;
		const submit = usesBasket
			? await prepareBasket(shopper, lines)
			: prepareApiCall(shopper, lines);
		prepared.push({ userId: shopper.id, lines, usesBasket, submit });
	}
	const startedAt = performance.now();
	const lists = await Promise.all(
		prepared.map(async ({ submit, ...list }) => ({ ...list, outcome: await submit() })),
	);
	const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
	const placed = lists.filter(({ outcome }) => "checkoutId" in outcome).length;
	return {
		placed,
		rejected: lists.length - placed,
		seconds,
		violations: await findViolations(shop, lists, stocks),
	};
}
