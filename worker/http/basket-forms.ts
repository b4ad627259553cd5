import type { Context } from "hono";
import * as v from "valibot";
import type { Flash } from "#app/lib/context.ts";
import { ShopError } from "#contract/errors.ts";
import { basketLinesMax, quantityMax, textLength } from "#contract/limits.ts";
import { addedToBasket, requiredMessages } from "#contract/messages.ts";
import { text, wholeNumber } from "#contract/schemas/fields.ts";
import { idempotencyKeySchema } from "#contract/schemas/idempotency-key.ts";
import { viewBasketLink } from "#contract/shop.ts";
import { getSafeReturnPath } from "#contract/sign-in-paths.ts";
import { addPastCheckoutToBasket } from "#worker/shop/basket/order-again.ts";
import { addToBasket } from "#worker/shop/basket/view.ts";
import { setBasketCount } from "#worker/shop/basket/visitor.ts";
import { createApp } from "./app.ts";
import { getFormPageUrl, readForm, requireValid } from "./body.ts";
import type { AppEnv } from "./request-context.ts";

type FormResult = { status: 200 | ShopError["status"]; flash: Flash };

async function toFormResult(work: () => Promise<string>): Promise<FormResult> {
	try {
		return { status: 200, flash: { kind: "success", text: await work(), link: viewBasketLink } };
	} catch (error) {
		if (!(error instanceof ShopError)) throw error;
		return { status: error.status, flash: { kind: "error", text: error.message } };
	}
}

const addToolSchema = v.object({
	product: text(requiredMessages.product, textLength.id),
	quantity: v.optional(wholeNumber(requiredMessages.quantity, 1, quantityMax)),
	key: v.optional(idempotencyKeySchema),
});

/** @throws ShopError if the session could not be read; 400, 413, 415 if the form is invalid */
async function readFields<Output>(
	{ var: { sessionError }, req }: Context<AppEnv>,
	schema: v.GenericSchema<unknown, Output>,
): Promise<Output> {
	if (sessionError) throw sessionError;
	return requireValid(schema, Object.fromEntries(await (await readForm(req.raw)).formData()));
}

async function addTool(context: Context<AppEnv>): Promise<string> {
	const { shop, cookies } = context.var;
	const { product, quantity, key } = await readFields(context, addToolSchema);
	const lines = await addToBasket(shop, cookies, [{ productId: product, quantity }], key);
	const line = lines.find(({ productId }) => productId === product);
	if (line) return addedToBasket(line.product.name, line.quantity);
	throw lines.length < basketLinesMax
		? new ShopError("product_not_found")
		: new ShopError("basket_full", { max: basketLinesMax });
}

const pastCheckoutSchema = v.object({ checkout: text(requiredMessages.order, textLength.id) });

async function addPastCheckout(context: Context<AppEnv>): Promise<string> {
	const { shop, cookies } = context.var;
	const { checkout } = await readFields(context, pastCheckoutSchema);
	const { lines, message } = await addPastCheckoutToBasket(shop, checkout);
	setBasketCount(cookies, lines.length);
	return message;
}

/**
 * Handles forms on other pages that add to the basket. Adding a tool keeps the visitor on the page: a script gets JSON; without JavaScript,
 * the response redirects back with a message. Adding the tools of a past checkout redirects to the basket.
 */
export const basketFormRoutes = createApp()
	.post("/basket/add", async (context) => {
		const { status, flash } = await toFormResult(() => addTool(context));
		if (context.req.header("Accept") === "application/json") {
			return Response.json({ message: flash.text }, { status });
		}
		context.var.cookies.flash(flash);
		const pageUrl = getFormPageUrl(context.req.raw);
		return context.redirect(
			pageUrl ? getSafeReturnPath(pageUrl.pathname + pageUrl.search) : "/basket",
			303,
		);
	})
	.post("/basket/again", async (context) => {
		const { flash } = await toFormResult(() => addPastCheckout(context));
		context.var.cookies.flash({ kind: flash.kind, text: flash.text });
		return context.redirect("/basket", 303);
	});
