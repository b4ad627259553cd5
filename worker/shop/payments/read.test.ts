import { expect, onTestFinished, test } from "vitest";
import { paymentProblemsMax } from "#contract/limits.ts";
import { payments } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { getPaymentProblems } from "./read.ts";

test("lists only the newest problems of each kind", async () => {
	const local = createLocalShop();
	onTestFinished(local.close);
	const { db } = local;
	const kinds = [
		{ kind: "open", problem: "look at it" },
		{ kind: "held", status: "paid", hold: "refunded" },
		{ kind: "refunded", status: "refunded", refundId: "re_1", problem: "sold out" },
	] as const;
	const rows = kinds.flatMap(({ kind, ...columns }) =>
		Array.from({ length: paymentProblemsMax + 1 }, (_, age) => ({
			...columns,
			id: `pi_${kind}_${age}`,
			orderId: "order",
			amountCents: 100,
			updatedAt: new Date(1_000_000 - age),
		})),
	);
	await db.insert(payments).values(rows);
	const problems = await getPaymentProblems(local.createContext(await local.addAccount("admin")));
	for (const [kind, listed] of Object.entries(problems)) {
		expect(listed.map(({ id }) => id)).toEqual(
			Array.from({ length: paymentProblemsMax }, (_, age) => `pi_${kind}_${age}`),
		);
	}
});
