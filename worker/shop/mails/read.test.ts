import { expect, test, vi } from "vitest";
import { orderMails } from "#worker/db/schema.ts";
import { createPaidFixture } from "../../../tests/model/payment-fixture.ts";
import { getUnsentMails } from "./read.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

test("lists the emails that are queued or could not be delivered, for staff only", async () => {
	const { admin, shopper, order: orderId, createContext, db } = await createPaidFixture();
	const [at, createdAt] = [new Date(), new Date(0)];
	await db.delete(orderMails);
	await db.insert(orderMails).values([
		{ orderId, kind: "shipped", nextTryAt: at },
		{ orderId, kind: "receipt", failure: "rejected", createdAt },
		{ orderId, kind: "tracking", sentAt: at },
		// The order is paid, so this one will be dropped.
		{ orderId, kind: "reminder", nextTryAt: at },
	]);
	const order = { id: orderId, state: "paid" } as const;
	expect(await getUnsentMails(createContext(admin), order)).toMatchObject([
		{ kind: "receipt", failure: "rejected", nextTryAt: null },
		{ kind: "shipped", failure: null, nextTryAt: at },
	]);
	expect(await getUnsentMails(createContext(shopper), order)).toEqual([]);
});
