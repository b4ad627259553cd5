import { type Context, Hono } from "hono";
import * as v from "valibot";
import type { Flash } from "#app/lib/context.ts";
import { ShopError } from "#contract/errors.ts";
import { basketMax, quantityMax, textLength } from "#contract/limits.ts";
import { required } from "#contract/messages.ts";
import { formatCount } from "#contract/numbers.ts";
import { text, wholeNumber } from "#contract/schemas/fields.ts";
import { putIntoBasket } from "#worker/shop/basket/view.ts";
import { check, readForm } from "./body.ts";
import type { AppEnv } from "./request-context.ts";

const viewBasket = { href: "/basket", label: "View basket" };

/** Returns the page with the form, or the basket if `Referer` is not a page of this shop. */
function returnPath(context: Context): string {
	const referrer = URL.parse(context.req.header("Referer") ?? "");
	const isOwn = referrer?.origin === new URL(context.req.url).origin;
	return referrer && isOwn ? referrer.pathname + referrer.search : "/basket";
}

type Result = { status: 200 | ShopError["status"]; flash: Flash };

async function readResult(work: () => Promise<string>): Promise<Result> {
	try {
		return { status: 200, flash: { kind: "success", text: await work(), link: viewBasket } };
	} catch (error) {
		if (!(error instanceof ShopError)) throw error;
		return { status: error.status, flash: { kind: "error", text: error.message } };
	}
}

const addSchema = v.object({
	product: text(required.product, textLength.id),
	quantity: v.optional(wholeNumber(required.quantity, 1, quantityMax)),
});

async function add({ var: { shop, cookies, sessionError }, req }: Context<AppEnv>) {
	if (sessionError) throw sessionError;
	const form = await (await readForm(req.raw)).formData();
	const { product, quantity = null } = check(addSchema, Object.fromEntries(form));
	const lines = await putIntoBasket(shop, cookies, [{ productId: product, quantity }]);
	const line = lines.find(({ productId }) => productId === product);
	if (line) return `In your basket: ${formatCount(line.quantity, "piece")} of ${line.product.name}`;
	throw lines.length < basketMax
		? new ShopError("product_not_found")
		: new ShopError("basket_full", { max: basketMax });
}

/**
 * The forms with which other pages fill the basket. They respond with JSON to a script, which stays on its page, and otherwise lead
 * back to the page, with a message.
 */
export const basketForms = new Hono<AppEnv>().post("/basket/add", async (context) => {
	const { status, flash } = await readResult(() => add(context));
	if (context.req.header("Accept") === "application/json") {
		return Response.json({ message: flash.text }, { status });
	}
	context.var.cookies.flash(flash);
	return context.redirect(returnPath(context), 303);
});
