import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const comparison = /\bstate\}? (?:=|===|!==) ["']paid["']|\beq\([^()]*\bstate, ["']paid["']/g;

/** The number of comparisons in each file that really mean only this state. */
const exceptions = {
	// The badge "paid" is always shown; a second badge shows any other state.
	"app/features/orders/myorders.tsx": 1,
	"app/features/orders/manage-all-orders.tsx": 1,
	// An order is on the pick list and on the list of orders to pack only while it is in this state.
	"worker/shop/orders/packing.ts": 2,
};

test("code that checks for paid, unshipped orders calls `awaitsShipment`, so that a new state between paid and shipped needs no other change", () => {
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
