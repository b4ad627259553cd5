import { expect, test, vi } from "vitest";
import { auditLog, orderMails, payments } from "#worker/db/schema.ts";
import { setPaidScene } from "../../../tests/model/payment-scene.ts";
import { planOutage } from "../../../tests/support/outage.ts";
import { runBulkAction } from "../bulk.ts";
import { shipOrder } from "./ship.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

test("when the response of shipping is lost, a bulk action counts the order as shipped now", async () => {
	const scene = await setPaidScene();
	const outage = planOutage({ from: 1, times: 1, when: "after" });
	const shop = {
		...scene.shopOf(scene.admin),
		db: scene.local.shopOf(scene.admin, outage.watch).db,
	};
	const outcome = await runBulkAction(shop, "shipOrder", [scene.order]);
	expect(outcome).toEqual({ done: 1, errors: [] });
	expect(await scene.db.$count(orderMails)).toBe(2);
	expect(await shipOrder(scene.shopOf(scene.admin), scene.order)).toBe(0);
});

test("an order whose payment is disputed is not shipped, and the audit log does not say that it was", async () => {
	const scene = await setPaidScene();
	await scene.db.update(payments).set({ hold: "disputed" });
	await expect(shipOrder(scene.shopOf(scene.admin), scene.order)).rejects.toMatchObject({
		status: 409,
	});
	expect(await scene.findOrder()).toMatchObject({ state: "paid", shippedAt: null });
	expect(await scene.db.$count(auditLog)).toBe(0);
});
