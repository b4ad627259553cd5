import * as v from "valibot";
import type { Random } from "../support/random.ts";
import type { SoakShop } from "./soak-shop.ts";

const insertedSchema = v.object({ insertedId: v.string() });

/** @throws Error if the response does not have the expected status */
async function expectStatus(
	action: string,
	pending: Promise<Response>,
	status = 200,
): Promise<Response> {
	const response = await pending;
	if (response.status !== status) {
		throw new Error(`${action}: ${response.status} ${await response.text()}`);
	}
	return response;
}

/** Creates functions that change public pages as admins and shoppers do, with a form or an API call. */
export function createWrites({ admin, shopper, productIds, img }: SoakShop, random: Random) {
	const reviewIds: string[] = [];
	const addedProductIds: string[] = [];
	/** Ids of the unpaid orders, keyed by product id. */
	const unpaidOrderIds = new Map<string, string>();
	const stockByProduct = new Map(productIds.map((id) => [id, 100]));

	const send = (sender: typeof admin, method: string, path: string, body?: unknown) =>
		sender.fetch(path, {
			method,
			headers: { "Content-Type": "application/json" },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
	const readInsertedId = async (response: Response) =>
		v.parse(insertedSchema, await response.json()).insertedId;

	async function editProduct() {
		const idsInStock = productIds.filter((id) => !unpaidOrderIds.has(id));
		if (idsInStock.length === 0) return orderOrCancel();
		const productId = random.pick(idsInStock);
		const quantity = 50 + random.pickInteger(50);
		const fields = { decreption: `Words ${random.pickInteger(9)}.`, minimum: 10 };
		const body = { ...fields, quantity, price: 1 + random.pickInteger(99) };
		await expectStatus("edit", send(admin, "PUT", `/product/${productId}`, body));
		stockByProduct.set(productId, quantity);
	}

	/** Orders all pieces of a product, so that it is out of stock. If it already is, cancels that order instead. */
	async function orderOrCancel() {
		const productId = random.pick(productIds);
		const unpaidOrderId = unpaidOrderIds.get(productId);
		if (unpaidOrderId) {
			await expectStatus("cancel", send(shopper, "DELETE", `/orders/${unpaidOrderId}`));
			unpaidOrderIds.delete(productId);
			return;
		}
		const delivery = { location: "Bay 4", phone: "123", email: shopper.email };
		const body = { ...delivery, toolId: productId, quantity: stockByProduct.get(productId) ?? 0 };
		const response = await expectStatus("order", send(shopper, "POST", "/orders", body));
		unpaidOrderIds.set(productId, await readInsertedId(response));
	}

	async function addReview() {
		const toolId = productIds[random.pickInteger(productIds.length + 1)];
		const fields = {
			review: `Review ${reviewIds.length}.`,
			ratings: String(1 + random.pickInteger(5)),
			img,
		};
		const body = { ...fields, ...(toolId && { toolId }) };
		const response = await expectStatus("review", send(shopper, "POST", "/review", body));
		reviewIds.push(await readInsertedId(response));
	}

	async function hideOrShowReview() {
		if (reviewIds.length === 0) return addReview();
		const task = random.pick(["hide", "show"]);
		const body = new URLSearchParams({ review: random.pick(reviewIds), task });
		await expectStatus(task, admin.fetch("/dashbord/manageReview", { method: "POST", body }), 303);
	}

	async function deleteReview() {
		if (reviewIds.length < 3) return addReview();
		const [id = ""] = reviewIds.splice(random.pickInteger(reviewIds.length), 1);
		await expectStatus("delete a review", send(admin, "DELETE", `/review/${id}`));
	}

	/** Adds a product in another category, so that no other product's page shows it. If it has already added several, deletes the oldest instead. */
	async function addOrDeleteProduct() {
		const oldestId = addedProductIds.length > 2 ? addedProductIds.shift() : undefined;
		if (oldestId) {
			await expectStatus("delete a product", send(admin, "DELETE", `/products/${oldestId}`));
			return;
		}
		const details = { name: "Another", decreption: "Words.", img, category: "diagnostics" };
		const body = { ...details, price: 5, quantity: 50, minimum: 1 };
		addedProductIds.push(
			await readInsertedId(await expectStatus("add", send(admin, "POST", "/products", body))),
		);
	}

	return {
		editProduct,
		orderOrCancel,
		addReview,
		hideOrShowReview,
		deleteReview,
		addOrDeleteProduct,
	};
}
