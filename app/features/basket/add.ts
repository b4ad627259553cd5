import { redirect } from "react-router";
import * as v from "valibot";
import { cookiesContext, shopContext } from "#app/lib/context.ts";
import { readForm } from "#app/lib/form-action.ts";
import { ShopError } from "#contract/errors.ts";
import { basketMax, quantityMax, textLength } from "#contract/limits.ts";
import { required } from "#contract/messages.ts";
import { formatCount } from "#contract/numbers.ts";
import { text, wholeNumber } from "#contract/schemas/fields.ts";
import { putIntoBasket } from "#worker/shop/basket/view.ts";
import type { Route } from "./+types/add.ts";
import { viewBasket } from "./add-to-basket.tsx";

const schema = v.object({
	product: text(required.product, textLength.id),
	quantity: v.optional(wholeNumber(required.quantity, 1, quantityMax)),
});

/** Returns the page with the form, or the basket if `Referer` is not a page of this shop. */
function returnPath({ headers, url }: Request): string {
	const referrer = URL.parse(headers.get("Referer") ?? "");
	const isOwn = referrer?.origin === new URL(url).origin && referrer.pathname !== "/basket/add";
	return referrer && isOwn ? referrer.pathname + referrer.search : "/basket";
}

async function add({ request, context }: Route.ActionArgs): Promise<string> {
	const { product, quantity = null } = readForm(await request.formData(), schema);
	const shop = context.get(shopContext);
	const lines = await putIntoBasket(shop, context.get(cookiesContext), [
		{ productId: product, quantity },
	]);
	const line = lines.find(({ productId }) => productId === product);
	if (line) return `In your basket: ${formatCount(line.quantity, "piece")} of ${line.product.name}`;
	if (lines.length >= basketMax) throw new ShopError("basket_full", { max: basketMax });
	throw new ShopError("product_not_found");
}

/** Responds with JSON to the script of the page, and otherwise goes back to the page, with a message. */
export async function action(args: Route.ActionArgs): Promise<Response> {
	const { request, context } = args;
	const isScript = request.headers.get("Accept") === "application/json";
	const [message, error] = await add(args).then(
		(text) => [text, null] as const,
		(reason: unknown) => {
			if (reason instanceof ShopError) return [reason.message, reason] as const;
			throw reason;
		},
	);
	if (isScript) return Response.json({ message }, { status: error?.status ?? 200 });
	const link = error?.code === "visitor_basket_full" ? undefined : viewBasket;
	const kind = error ? "error" : "success";
	context.get(cookiesContext).flash({ kind, text: message, link });
	return redirect(returnPath(request), 303);
}

/** Nothing is here to see: a reload after an error leads to the basket. */
export const loader = () => redirect("/basket");
