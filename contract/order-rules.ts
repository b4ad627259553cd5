import {
	below_minimum,
	insufficient_stock,
	not_whole_cartons,
	order_total_out_of_range,
} from "./error-table/orders.ts";
import { fillMessage } from "./fill-message.ts";
import { orderTotalLimits } from "./limits.ts";
import { formatCents } from "./money.ts";
import { formatInteger } from "./numbers.ts";
import { getUnitPriceCents, type PriceList } from "./price-breaks.ts";

/** The values of a tool that the rules and their messages use. `quantity` is the stock. */
export type Orderable = PriceList & { quantity: number };

/** Omits the other values of a tool, which a form's script does not need. */
export const toOrderable = (tool: Orderable): Orderable => {
	const { priceCents, priceBreaks, minimum, orderMultiple, quantity } = tool;
	return { priceCents, priceBreaks, minimum, orderMultiple, quantity };
};

export type OrderRule = {
	message: string;
	/** The value that must be between `min` and `max`. */
	measure: "quantity" | "totalCents";
	min?: number | "minimum";
	max?: number | "stock";
	multipleOf?: "orderMultiple";
};

/** The rules for orders (specification.md §5 "Purchase"), by error code. The first rule that an order breaks is reported. */
export const orderRules = {
	below_minimum: { message: below_minimum.message, measure: "quantity", min: "minimum" },
	insufficient_stock: {
		message: insufficient_stock.message,
		measure: "quantity",
		max: "stock",
	},
	not_whole_cartons: {
		message: not_whole_cartons.message,
		measure: "quantity",
		multipleOf: "orderMultiple",
	},
	order_total_out_of_range: {
		message: order_total_out_of_range.message,
		measure: "totalCents",
		...orderTotalLimits,
	},
} as const satisfies Record<string, OrderRule>;

export type OrderRuleCode = keyof typeof orderRules;

const rules = Object.entries<OrderRule>(orderRules) as [OrderRuleCode, OrderRule][];
export const orderRuleCodes = rules.map(([code]) => code);

export const computeTotalCents = (product: PriceList, quantity: number): number =>
	getUnitPriceCents(product, quantity) * quantity;

function getBounds({ min = 0, max = Number.POSITIVE_INFINITY }: OrderRule, product: Orderable) {
	return {
		min: min === "minimum" ? product.minimum : min,
		max: max === "stock" ? product.quantity : max,
	};
}

function isBroken(rule: OrderRule, product: Orderable, quantity: number): boolean {
	const amount = rule.measure === "quantity" ? quantity : computeTotalCents(product, quantity);
	const { min, max } = getBounds(rule, product);
	const splitsCarton = rule.multipleOf !== undefined && amount % product[rule.multipleOf] !== 0;
	return amount < min || amount > max || splitsCarton;
}

const isAccepted = (product: Orderable, quantity: number) =>
	!rules.some(([, rule]) => isBroken(rule, product, quantity));

/** @returns 0 if no quantity is accepted */
export function getMaxOrderQuantity(product: Orderable): number {
	const limits = rules.flatMap(([, rule]) =>
		rule.measure === "quantity" ? [getBounds(rule, product).max] : [],
	);
	const roundDownToCartons = (pieces: number) => pieces - (pieces % product.orderMultiple);
	let quantity = roundDownToCartons(Math.min(...limits));
	while (quantity >= product.minimum && !isAccepted(product, quantity)) {
		// A smaller order never has a lower unit price, so its total allows at most as many pieces as this price does.
		const maxWithinTotal = Math.floor(orderTotalLimits.max / getUnitPriceCents(product, quantity));
		quantity = roundDownToCartons(Math.min(maxWithinTotal, quantity - 1));
	}
	return quantity >= product.minimum ? quantity : 0;
}

/** Raises the quantity to the minimum and rounds it up to whole cartons, but at most to the largest quantity that can be ordered. */
export function roundToCartons(product: Orderable, quantity: number): number {
	const { minimum, orderMultiple } = product;
	const roundedUp = Math.ceil(Math.max(quantity, minimum) / orderMultiple) * orderMultiple;
	return Math.min(roundedUp, getMaxOrderQuantity(product));
}

export function findBrokenRule(product: Orderable, quantity: number) {
	const brokenRule = rules.find(([, rule]) => isBroken(rule, product, quantity));
	if (!brokenRule) return null;
	const [code, rule] = brokenRule;
	const values = {
		quantity,
		minimum: product.minimum,
		most: formatInteger(getMaxOrderQuantity(product)),
		multiple: formatInteger(product.orderMultiple),
		nearest: formatInteger(roundToCartons(product, quantity)),
		min: formatCents(orderTotalLimits.min),
		max: formatCents(orderTotalLimits.max),
	};
	return { code, values, message: fillMessage<string>(rule.message, values) };
}
