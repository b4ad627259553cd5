import { onTestFinished } from "vitest";
import { acceptQuote } from "#worker/shop/quotes/accept.ts";
import { sendOffer } from "#worker/shop/quotes/answer.ts";
import { requireQuote } from "#worker/shop/quotes/read.ts";
import { requestQuote } from "#worker/shop/quotes/request.ts";
import { createLocalShop } from "../support/local-shop.ts";

export const dayMs = 24 * 60 * 60 * 1000;
export const delivery = { location: "1 Bay Road", phone: "555 0100" };
export const quoteRequest = {
	tools: "Bar, 50",
	message: "",
	company: "",
	phone: "",
	neededBy: null,
};

/** Creates one product per stock level, and helpers that request, answer and accept quotes for two pieces of each product. */
export async function createQuoteFixture(...stocks: number[]) {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const [shopper, staff] = [await localShop.addAccount(), await localShop.addAccount("support")];
	const [shopperContext, staffContext] = [
		localShop.createContext(shopper),
		localShop.createContext(staff),
	];
	const productIds: string[] = [];
	for (const stock of stocks) productIds.push(await localShop.addProduct(stock));
	const sendRequest = (context = shopperContext) =>
		requestQuote(context, { ...quoteRequest, formKey: null });
	const expiresAt = new Date(Date.now() + dayMs);
	const lines = productIds.map((toolId, index) => ({ toolId, quantity: 2, price: 1_111 + index }));
	const offer = { lines, expiresAt, note: "", revision: 0 };
	const answer = (id: string, changes: Partial<typeof offer> = {}) =>
		sendOffer(staffContext, id, { ...offer, ...changes });
	async function requestAndAnswer(changes: Partial<typeof offer> = {}) {
		const id = await sendRequest();
		await answer(id, changes);
		return id;
	}
	const accept = (id: string, context = shopperContext, revision = 1) =>
		acceptQuote(context, id, { ...delivery, revision });
	const getState = async (id: string) => (await requireQuote(staffContext, id)).state;
	return {
		localShop,
		db,
		shopper,
		shopperContext,
		staff,
		staffContext,
		productIds,
		lines,
		sendRequest,
		answer,
		requestAndAnswer,
		accept,
		getState,
	};
}
