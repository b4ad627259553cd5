import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { mapOrderDetails } from "#contract/delivery.ts";
import { addressesMax } from "#contract/limits.ts";
import { addresses, orders, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { placeOrderWithTime } from "../orders/place.ts";
import type { OrderLine } from "../orders/place-lines.ts";
import {
	addAddress,
	deleteAddress,
	listAddresses,
	readDelivery,
	requireAddress,
	updateAddress,
} from "./addresses.ts";

const details = { location: "1 Bay Road", phone: "555 0100", company: "", vatNumber: "" };
const orderDetails = mapOrderDetails((name) => `${name} of this order`);
const workshop = { label: "Workshop", ...details, company: "Bay Garage", vatNumber: "DE123456789" };

async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const [ada, bob] = [await localShop.addAccount(), await localShop.addAccount()];
	const context = localShop.createContext(ada);
	const productId = await localShop.addProduct(100);
	type Delivery = Awaited<ReturnType<typeof readDelivery>>;
	const place = (
		delivery: Delivery,
		{ key = "key", ...line }: Partial<OrderLine & { key: string }> = {},
	) =>
		placeOrderWithTime(context, {
			productId,
			quantity: 1,
			idempotencyKey: key,
			...delivery,
			...line,
		});
	return {
		...localShop,
		ada,
		context,
		bobsContext: localShop.createContext(bob),
		productId,
		place,
	};
}

test("an account can list, change and remove only its own addresses", async () => {
	const { context, bobsContext } = await createFixture();
	const id = await addAddress(context, workshop);
	const notFound = { code: "address_not_found" };
	await expect(requireAddress(bobsContext, id)).rejects.toMatchObject(notFound);
	await expect(updateAddress(bobsContext, id, workshop)).rejects.toMatchObject(notFound);
	expect(await deleteAddress(bobsContext, id)).toBe(0);
	expect(await listAddresses(bobsContext)).toEqual([]);
	expect(await updateAddress(context, id, { ...workshop, location: "2 Bay Road" })).toBe(1);
	expect(await listAddresses(context)).toEqual([{ id, ...workshop, location: "2 Bay Road" }]);
	expect([await deleteAddress(context, id), await deleteAddress(context, id)]).toEqual([1, 0]);
	expect(await listAddresses(context)).toEqual([]);
});

test("an account's address labels are unique, ignoring case", async () => {
	const { context, bobsContext } = await createFixture();
	const workshopId = await addAddress(context, workshop);
	expect(await addAddress(context, workshop), "a repeated submission").toBe(workshopId);
	const barnId = await addAddress(context, { ...workshop, label: "Barn" });
	const labelTaken = { code: "address_label_taken", issues: [{ field: "label" }] };
	const sameLabel = { ...workshop, label: "workshop" };
	await expect(addAddress(context, sameLabel)).rejects.toMatchObject(labelTaken);
	await expect(updateAddress(context, barnId, sameLabel)).rejects.toMatchObject(labelTaken);
	expect(await addAddress(bobsContext, workshop)).toBeTruthy();
});

test("an account has at most twenty addresses, even if several are added at the same time", async () => {
	const { context, bobsContext, ada, db } = await createFixture();
	const results = await Promise.allSettled(
		Array.from({ length: addressesMax + 5 }, (_, index) =>
			addAddress(context, { ...workshop, label: `Bay ${index}` }),
		),
	);
	const rejected = results.filter((result) => result.status === "rejected");
	expect(rejected.map(({ reason }) => reason.code)).toEqual(Array(5).fill("too_many_addresses"));
	expect(await listAddresses(context)).toHaveLength(addressesMax);
	expect(await addAddress(bobsContext, workshop), "another account").toBeTruthy();
	const oneTooMany = { id: "more", userId: ada.id, ...workshop, label: "More", usedAt: new Date() };
	const insert = db.insert(addresses).values(oneTooMany);
	await expect(insert).rejects.toMatchObject({
		cause: { message: expect.stringContaining("an account has at most 20") },
	});
});

test("if the database fails, no error claims that the label is taken", async () => {
	const { context, ada, createContext } = await createFixture();
	const id = await addAddress(context, workshop);
	const failingContext = createContext(ada, () => {
		throw new Error("database failure");
	});
	await expect(updateAddress(failingContext, id, workshop)).rejects.not.toMatchObject({
		code: "address_label_taken",
	});
});

test("a new address is saved once even if D1's response is lost", async () => {
	const { ada, createContext } = await createFixture();
	let calls = 0;
	const context = createContext(ada, () => {
		calls += 1;
		if (calls === 2) throw new Error("Network connection lost.");
	});
	await addAddress(context, workshop);
	expect(await listAddresses(context)).toHaveLength(1);
});

test("an order copies its saved address and moves it to the top of the list", async () => {
	const { context, place, db } = await createFixture();
	const id = await addAddress(context, workshop);
	await addAddress(context, { ...workshop, label: "Barn" });
	await db.update(addresses).set({ usedAt: new Date(0) });
	expect(await listAddresses(context)).toMatchObject([{ label: "Barn" }, { label: "Workshop" }]);
	const delivery = await readDelivery(context, { address: id, ...orderDetails }, new Map());
	await place(delivery);
	const { label: _, ...copiedAddress } = workshop;
	expect(await db.select().from(orders)).toMatchObject([{ ...copiedAddress, ...orderDetails }]);
	expect(await listAddresses(context)).toMatchObject([{ label: "Workshop" }, { label: "Barn" }]);
});

test("an order saves a new address once, under the entered label", async () => {
	const { context, place } = await createFixture();
	const newAddress = { address: "new", ...details, ...orderDetails, saveAs: "Barn" } as const;
	const delivery = await readDelivery(context, newAddress, new Map());
	const [order, sameOrder] = await Promise.all([place(delivery), place(delivery)]);
	expect(sameOrder).toEqual(order);
	expect(await listAddresses(context)).toEqual([
		{ id: expect.any(String), label: "Barn", ...details },
	]);
	const repeatedOrder = await place(await readDelivery(context, newAddress, new Map()));
	expect(repeatedOrder, "a repeated submission").toEqual(order);
	await expect(place(delivery, { key: "other" })).rejects.toMatchObject({
		issues: [{ field: "saveAs" }],
	});
	await place(await readDelivery(context, { ...newAddress, saveAs: "" }, new Map()), {
		key: "other",
	});
	expect(await listAddresses(context)).toHaveLength(1);
});

test("a rejected order saves no address", async () => {
	const { context, place, db } = await createFixture();
	const newAddress = { address: "new", ...details, ...orderDetails, saveAs: "Barn" } as const;
	await place(await readDelivery(context, { ...newAddress, saveAs: "" }, new Map()), {
		key: "earlier",
	});
	const delivery = await readDelivery(context, newAddress, new Map());
	const outOfStock = { code: "insufficient_stock" };
	await expect(place(delivery, { quantity: 101 })).rejects.toMatchObject(outOfStock);
	const priceChanged = { code: "price_changed" };
	await expect(place(delivery, { shownCents: 1 })).rejects.toMatchObject(priceChanged);
	expect(await db.select().from(addresses)).toEqual([]);
	expect(await db.$count(orders)).toBe(1);
});

test("an order whose tool is deleted just before does not move its address to the top of the list", async () => {
	const { context, ada, productId, createContext, db } = await createFixture();
	const id = await addAddress(context, workshop);
	await addAddress(context, { ...workshop, label: "Barn" });
	await db
		.update(addresses)
		.set({ usedAt: new Date(0) })
		.where(eq(addresses.id, id));
	const delivery = await readDelivery(context, { address: id, ...orderDetails }, new Map());
	const racingContext = createContext(ada, async (statements) => {
		if (statements.some((sql) => sql.startsWith('insert into "orders"')))
			await db.update(products).set({ deletedAt: new Date() });
	});
	const line = { productId, quantity: 1, idempotencyKey: "key" };
	const order = placeOrderWithTime(racingContext, { ...line, ...delivery });
	await expect(order).rejects.toMatchObject({ code: "product_not_found" });
	expect(await listAddresses(context)).toMatchObject([{ label: "Barn" }, { label: "Workshop" }]);
});

test("an order succeeds even if its address can no longer be saved because the list is full", async () => {
	const { context, place, db, ada } = await createFixture();
	const newAddress = { address: "new", ...details, ...orderDetails, saveAs: "Barn" } as const;
	const delivery = await readDelivery(context, newAddress, new Map());
	for (let index = 0; index < addressesMax; index += 1) {
		await addAddress(context, { ...workshop, label: `Bay ${index}` });
	}
	await place(delivery);
	expect(await db.select().from(orders)).toHaveLength(1);
	expect(await db.$count(addresses, eq(addresses.userId, ada.id))).toBe(addressesMax);
});
