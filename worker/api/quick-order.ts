import { quickOrderCalls } from "#contract/calls/quick-order.ts";
import { createApp } from "#worker/http/app.ts";
import type { BasketLine } from "#worker/shop/basket/view.ts";
import { checkLines } from "#worker/shop/quick-order/check.ts";
import { parseQuantity } from "#worker/shop/quick-order/parse-lines.ts";
import { toDollarsOrNull } from "./basket.ts";
import { register } from "./calls.ts";

const toToolJson = ({ productId, name, partNumber, unitCents }: BasketLine) => ({
	toolId: productId,
	name,
	partNumber,
	price: toDollarsOrNull(unitCents),
});

export const quickOrderRoutes = createApp();

register(quickOrderRoutes, quickOrderCalls.checkQuickOrder, async ({ shop, readBody }) => {
	const { lines } = await readBody();
	const requested = lines.map(({ item, quantity, toolId }) => ({
		item,
		quantity: quantity === null ? "" : String(quantity),
		toolId,
	}));
	const checked = await checkLines(shop, requested);
	return {
		lines: checked.map(({ item, quantity, result, message, tool, choices }) => ({
			item,
			quantity: parseQuantity(quantity),
			result,
			message,
			tool: tool && toToolJson(tool),
			total: result === "found" && tool ? toDollarsOrNull(tool.totalCents) : null,
			orderable: tool?.orderableQuantity ?? null,
			choices: choices.map(toToolJson),
		})),
	};
});
