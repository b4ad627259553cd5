import { expect, test } from "vitest";
import {
	awaitsShipment,
	listStartStates,
	listSteps,
	type OrderState,
	orderStateNames,
	orderStates,
	orderTransitions,
	statesAwaitingShipment,
} from "./order-states.ts";

test("paid orders that have not shipped await shipment", () => {
	expect(orderStateNames.filter(awaitsShipment)).toEqual(statesAwaitingShipment);
	expect(statesAwaitingShipment.at(0)).toBe("paid");
	for (const state of ["unpaid", "shipped", "delivered", "refunded", "cancelled"] as const) {
		expect(awaitsShipment(state), state).toBe(false);
	}
});

test("a transition can start in any state from `from` up to, but not including, `before` (default: `to`)", () => {
	expect(listStartStates(orderTransitions.cancel)).toEqual(["unpaid"]);
	const paidToShipped = listStartStates({ from: "paid", to: "delivered" });
	expect([paidToShipped.at(0), paidToShipped.at(-1)]).toEqual(["paid", "shipped"]);
	const unpaidToShipped = listStartStates({ from: "unpaid", before: "delivered", to: "refunded" });
	expect(unpaidToShipped).toEqual(["unpaid", ...paidToShipped]);
});

/** Returns the steps of an order that went through only these states. */
function listStepsAfter(...states: OrderState[]) {
	const times = Object.values(orderStates).map(({ at }) => [at, null]);
	const reached = states.map((name) => [orderStates[name].at, new Date(0)]);
	const state = states.at(-1) ?? "unpaid";
	return listSteps({ ...Object.fromEntries([...times, ...reached]), state });
}

test("lists an order's past steps, and its upcoming steps unless it was canceled or refunded", () => {
	expect(listStepsAfter("unpaid", "cancelled")).toEqual(["unpaid", "cancelled"]);
	const refunded = ["unpaid", "paid", "refunded"] as const;
	expect(listStepsAfter(...refunded)).toEqual(refunded);
	const paidSteps = listStepsAfter("unpaid", "paid");
	const nextSteps: OrderState[] = ["paid", "shipped", "delivered"];
	expect(paidSteps.filter((state) => nextSteps.includes(state))).toEqual(nextSteps);
	expect(paidSteps).not.toContain("refunded");
	const withoutShipping = ["unpaid", "paid", "delivered"] as const;
	expect(
		listStepsAfter(...withoutShipping).slice(0, 3),
		"a skipped step is not listed as upcoming",
	).toEqual(withoutShipping);
});
