import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { createId, createToken, hashToken } from "#worker/auth/tokens.ts";
import {
	addresses,
	basketLines,
	orders,
	paymentLinks,
	quotes,
	savedListLines,
	savedLists,
} from "#worker/db/schema.ts";
import { delivery, product, type Shopper } from "./servers.ts";

/** A page that Lighthouse measures. */
type BenchPage = { name: string; path: string; isSignedIn: boolean };

/** Adds what the shopper's pages show: a basket, a saved list, a quote, an address and a payment link. */
async function addPageData(database: D1Database, { id: userId }: Shopper) {
	const db = drizzle(database);
	const [order] = await db.select().from(orders).where(eq(orders.userId, userId)).limit(1);
	const { id: productId, name, priceCents } = product;
	const [listId, token] = [createId(), createToken()];
	const request = { tools: `${name} × 10`, message: "", company: "", phone: delivery.phone };
	await db.batch([
		db
			.insert(basketLines)
			.values({ userId, productId, quantity: 10, priceCents, addedAt: new Date() }),
		db.insert(savedLists).values({ id: listId, userId, name: "Workshop" }),
		db.insert(savedListLines).values({ listId, productId, quantity: 10, position: 0 }),
		db.insert(quotes).values({ id: createId(), userId, ...request }),
		db
			.insert(addresses)
			.values({ id: createId(), userId, label: "Workshop", ...delivery, usedAt: new Date() }),
		db.insert(paymentLinks).values({ tokenHash: await hashToken(token), orderId: order?.id ?? "" }),
	]);
	return { orderId: order?.id ?? "", listId, token };
}

export async function preparePages(database: D1Database, shopper: Shopper): Promise<BenchPage[]> {
	const { orderId, listId, token } = await addPageData(database, shopper);
	const rows: [string, string, string?][] = [
		["home", "/"],
		["home, signed in", "/", "signed in"],
		["tools", "/tools"],
		["tool", `/tools/${product.id}`],
		["quick order", "/quick-order"],
		["basket", "/basket", "signed in"],
		["checkout", "/checkout", "signed in"],
		["purchase", `/purchase/${product.id}`, "signed in"],
		["payment", `/dashbord/payment/${orderId}`, "signed in"],
		["payment link", `/pay/${token}`],
		["my orders", "/dashbord/myorders", "signed in"],
		["my profile", "/dashbord", "signed in"],
		["saved lists", "/dashbord/lists", "signed in"],
		["saved list", `/dashbord/lists/${listId}`, "signed in"],
		["quotes", "/dashbord/myquotes", "signed in"],
		["addresses", "/dashbord/addresses", "signed in"],
		["login", "/login"],
		["sign up", "/signup"],
		["blogs", "/blogs"],
		["404", "/nothing-here"],
	];
	return rows.map(([name, path, visitor]) => ({ name, path, isSignedIn: visitor !== undefined }));
}
