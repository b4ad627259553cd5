import { basketCalls } from "#contract/calls/basket.ts";
import { dollarsFromCents } from "#contract/money.ts";
import { createApp } from "#worker/http/app.ts";
import {
	clearBasket,
	listBasketLines,
	removeBasketLine,
	setBasketLine,
} from "#worker/shop/basket/lines.ts";
import { type Basket, toBasket } from "#worker/shop/basket/view.ts";
import { register, toDeleteResult } from "./calls.ts";

export const toDollarsOrNull = (cents: number | null) =>
	cents === null ? null : dollarsFromCents(cents);

export const toBasketJson = ({ lines, totalCents }: Basket) => ({
	lines: lines.map(
		({ productId, name, partNumber, quantity, problem, orderableQuantity, ...line }) => ({
			toolId: productId,
			name,
			partNumber,
			quantity,
			price: toDollarsOrNull(line.unitCents),
			total: toDollarsOrNull(line.totalCents),
			problem,
			orderable: orderableQuantity,
		}),
	),
	total: dollarsFromCents(totalCents),
});

export const basketRoutes = createApp();

register(basketRoutes, basketCalls.getBasket, async ({ shop }) =>
	toBasketJson(toBasket(await listBasketLines(shop))),
);

register(basketRoutes, basketCalls.setBasketLine, async ({ shop, param, readBody }) => {
	const { quantity } = await readBody();
	return toBasketJson(
		toBasket(await setBasketLine(shop, { productId: param("productId"), quantity })),
	);
});

register(basketRoutes, basketCalls.removeBasketLine, async ({ shop, param }) =>
	toDeleteResult((await removeBasketLine(shop, param("productId"))) === null ? 0 : 1),
);

register(basketRoutes, basketCalls.clearBasket, async ({ shop }) =>
	toDeleteResult(await clearBasket(shop)),
);
