import { type RouterContextProvider, redirectDocument } from "react-router";
import { cookiesContext, shopContext } from "#app/lib/context.ts";
import { describeAddedTools } from "#worker/shop/basket/order-again.ts";
import { addToBasket } from "#worker/shop/basket/view.ts";
import type { requireSavedList } from "#worker/shop/lists/lists.ts";

type Lines = Awaited<ReturnType<typeof requireSavedList>>["lines"];

/** Adds the tools of a list to the basket and redirects there, with a message that names what could not be added. */
export async function addLinesToBasket(context: Readonly<RouterContextProvider>, lines: Lines) {
	const cookies = context.get(cookiesContext);
	const items = lines.map(({ productId, quantity }) => ({ productId, quantity }));
	const basketLines = await addToBasket(context.get(shopContext), cookies, items);
	const requestedTools = lines.map(({ productId, product: { name, isPublished } }) => ({
		productId,
		name,
		isPublished,
	}));
	cookies.flash({ kind: "success", text: describeAddedTools(requestedTools, basketLines) });
	return redirectDocument("/basket", 303);
}
