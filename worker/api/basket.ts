import { Hono } from "hono";
import { basketCalls } from "#contract/calls/basket.ts";
import { dollarsFromCents } from "#contract/money.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import {
	clearBasket,
	listBasketLines,
	removeBasketLine,
	setBasketLine,
} from "#worker/shop/basket/lines.ts";
import { type Basket, toBasket } from "#worker/shop/basket/view.ts";
import { deleteResult, handle } from "./calls.ts";

export const dollarsOrNull = (cents: number | null) =>
	cents === null ? null : dollarsFromCents(cents);

export const basketJson = ({ lines, totalCents }: Basket) => ({
	lines: lines.map(
		({ productId, name, partNumber, quantity, problem, orderableQuantity, ...line }) => ({
			toolId: productId,
			name,
			partNumber,
			quantity,
			price: dollarsOrNull(line.unitCents),
			total: dollarsOrNull(line.totalCents),
			problem,
			orderable: orderableQuantity,
		}),
	),
	total: dollarsFromCents(totalCents),
});

export const basket = new Hono<AppEnv>();

handle(basket, basketCalls.getBasket, async ({ shop }) =>
	basketJson(toBasket(await listBasketLines(shop))),
);

handle(basket, basketCalls.setBasketLine, async ({ shop, param, readBody }) => {
	const { quantity } = await readBody();
	return basketJson(
		toBasket(await setBasketLine(shop, { productId: param("productId"), quantity })),
	);
});

handle(basket, basketCalls.removeBasketLine, async ({ shop, param }) =>
	deleteResult((await removeBasketLine(shop, param("productId"))) ? 1 : 0),
);

handle(basket, basketCalls.clearBasket, async ({ shop }) => deleteResult(await clearBasket(shop)));
