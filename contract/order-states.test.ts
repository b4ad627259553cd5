import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { awaitsShipment, orderStateNames, statesAwaitingShipment } from "./order-states.ts";

test("paid orders that have not shipped await shipment", () => {
	expect(orderStateNames.filter(awaitsShipment)).toEqual(statesAwaitingShipment);
	expect(statesAwaitingShipment.at(0)).toBe("paid");
	for (const state of ["unpaid", "shipped", "delivered", "refunded", "cancelled"] as const) {
		expect(awaitsShipment(state), state).toBe(false);
	}
});

const comparison = /\bstate\}? (?:=|===|!==) ["']paid["']|\beq\([^()]*\bstate, ["']paid["']/g;

/** How many comparisons a file has, which mean this state only. */
const exceptions = {
	// The badge "paid" is always there, and a second badge names any other state.
	"app/features/orders/myorders.tsx": 1,
	"app/features/orders/manage-all-orders.tsx": 1,
	// The pick list and the list of orders to pack: both are done once an order has left the state.
	"worker/shop/orders/packing.ts": 2,
};

test("code that means paid and waiting to be shipped calls `awaitsShipment`, so that a state between needs no other change", () => {
	const files = globSync("{app,contract,worker}/**/*.{ts,tsx}", {
		exclude: ["**/*.test.ts", "contract/order-states.ts"],
	});
	expect(files.length).toBeGreaterThan(100);
	const found = files.flatMap((file) => {
		const { length } = readFileSync(file, "utf8").match(comparison) ?? [];
		return length ? [[file, length]] : [];
	});
	expect(Object.fromEntries(found)).toEqual(exceptions);
});
