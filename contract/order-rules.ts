import * as errors from "./error-table.ts";
import { fillMessage } from "./errors.ts";
import { orderTotalCents } from "./limits.ts";
import { formatCents } from "./money.ts";
import { formatWhole } from "./numbers.ts";

/** `quantity` is the stock. */
export type Orderable = { priceCents: number; minimum: number; quantity: number };

export type OrderRule = {
	message: string;
	/** The value that must be between `min` and `max`. */
	measure: "quantity" | "totalCents";
	min?: number | "minimum";
	max?: number | "stock";
};

/** The rules for orders (specification.md §5 "Purchase"), by error code. The first rule that an order breaks is reported. */
export const orderRules = {
	below_minimum: { message: errors.below_minimum.message, measure: "quantity", min: "minimum" },
	insufficient_stock: {
		message: errors.insufficient_stock.message,
		measure: "quantity",
		max: "stock",
	},
	order_total_out_of_range: {
		message: errors.order_total_out_of_range.message,
		measure: "totalCents",
		...orderTotalCents,
	},
} as const satisfies Record<string, OrderRule>;

type OrderRuleCode = keyof typeof orderRules;

const rules = Object.entries<OrderRule>(orderRules) as [OrderRuleCode, OrderRule][];
export const orderRuleCodes = rules.map(([code]) => code);

function boundsOf({ min = 0, max = Number.POSITIVE_INFINITY }: OrderRule, product: Orderable) {
	return {
		min: min === "minimum" ? product.minimum : min,
		max: max === "stock" ? product.quantity : max,
	};
}

function isBroken(rule: OrderRule, product: Orderable, quantity: number): boolean {
	const amount = rule.measure === "quantity" ? quantity : product.priceCents * quantity;
	const { min, max } = boundsOf(rule, product);
	return amount < min || amount > max;
}

/** @returns 0 if no quantity is accepted */
export function maxOrderQuantity(product: Orderable): number {
	const maxima = rules.map(([, rule]) => {
		const { max } = boundsOf(rule, product);
		return rule.measure === "quantity" ? max : Math.floor(max / product.priceCents);
	});
	const maxQuantity = Math.min(...maxima);
	return rules.some(([, rule]) => isBroken(rule, product, maxQuantity)) ? 0 : maxQuantity;
}

export function findBrokenRule(product: Orderable, quantity: number) {
	const broken = rules.find(([, rule]) => isBroken(rule, product, quantity));
	if (!broken) return null;
	const [code, rule] = broken;
	const { min, max } = boundsOf(rule, product);
	const format = rule.measure === "quantity" ? formatWhole : formatCents;
	const values = {
		quantity,
		minimum: product.minimum,
		most: formatWhole(maxOrderQuantity(product)),
		min: format(min),
		max: format(max),
	};
	return { code, values, message: fillMessage<string>(rule.message, values) };
}
