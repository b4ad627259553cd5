import { eq } from "drizzle-orm";
import * as v from "valibot";
import { contactEmails, orders, products } from "#worker/db/schema.ts";
import { createFixture, type Fixture, visitors } from "../api/contract/fixture.ts";
import { type ContractRow, hasOwnFixtures } from "../api/contract/row.ts";
import { contractRows } from "../api/contract/rows.ts";
import type { TestAccount } from "../support/accounts.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { createPdf } from "../support/create-pdf.ts";
import { smallPicture } from "../support/pictures.ts";
import { createJsonInit, type TestShop } from "../support/shop.ts";
import { exerciseAccounts } from "./exercise-accounts.ts";
import { exercisePages } from "./exercise-pages.ts";
import { requireSuccess } from "./require-success.ts";

/** Sends the row's call as each visitor who should get 200 or 409, and again as its `missingCase`, if it has one. */
async function exerciseCall(shop: TestShop, row: ContractRow): Promise<void> {
	const createArrangedFixture = async () => {
		const fixture = await createFixture(shop);
		return row.arrange ? row.arrange(fixture) : fixture;
	};
	let previousFixture: Fixture | null = null;
	for (const visitor of visitors) {
		const status = row.statuses[visitor];
		if (status !== 200 && status !== 409) continue;
		// This request would execute the same statements as the shopper's.
		if (visitor === "otherShopper" && status === row.statuses.shopper) continue;
		const fixture: Fixture =
			(hasOwnFixtures(row) ? null : previousFixture) ?? (await createArrangedFixture());
		previousFixture = fixture;
		const send = visitor === "anonymous" ? shop.fetch : fixture.accounts[visitor].fetchWithToken;
		const request = async ({ path = row.path, body = row.body }: Partial<ContractRow>) => {
			const json = body?.(fixture);
			const { method } = row.call;
			return send(path(fixture), json ? createJsonInit(json, method) : { method });
		};
		if (status === 200) await requireSuccess(request(row));
		else await request(row);
		if (row.missingCase) await request(row.missingCase);
	}
}

async function uploadImage(account: TestAccount): Promise<void> {
	const form = new FormData();
	form.set("image", new Blob([smallPicture.buffer], { type: smallPicture.mimeType }), "a.png");
	const response = await account.fetch("/images", { method: "POST", body: form });
	const { data } = v.parse(
		v.object({ data: v.object({ url: v.string() }) }),
		await response.json(),
	);
	await requireSuccess(account.fetch(data.url));
}

async function exerciseGallery(
	shop: TestShop,
	{ product, accounts: { admin } }: Fixture,
): Promise<void> {
	const path = `/dashbord/updateproducts/${product.id}`;
	const body = new FormData();
	body.set("task", "add-pictures");
	body.set("pictures", new Blob([smallPicture.buffer], { type: smallPicture.mimeType }), "a.png");
	await requireSuccess(admin.fetch(path, { method: "POST", body }));
	const { gallery } = await shop.db
		.select()
		.from(products)
		.where(eq(products.id, product.id))
		.then(([row]) => row ?? product);
	const removal = new URLSearchParams({ task: "remove-picture", picture: gallery[0] ?? "" });
	await requireSuccess(admin.fetch(path, { method: "POST", body: removal }));
}

async function exerciseDocuments(
	shop: TestShop,
	{ product, accounts: { admin } }: Fixture,
): Promise<void> {
	const body = new FormData();
	body.set("title", "Data sheet");
	body.set("document", new Blob([createPdf("exercise")]), "a.pdf");
	const path = `/products/${product.id}/documents`;
	await requireSuccess(admin.fetch(path, { method: "POST", body }));
	await requireSuccess(shop.fetch(`/tools/${product.id}`));
}

/** Submits a contact form twice, and queues an email about a message that no longer exists. The sweep deletes that email. */
async function exerciseContact(shop: TestShop, { accounts: { shopper } }: Fixture): Promise<void> {
	const fields = {
		name: "Ann",
		email: "ann@example.com",
		subject: "other",
		message: "Hello",
		website: "",
	};
	const form = new URLSearchParams({ ...fields, formKey: "exercise" });
	for (let times = 0; times < 2; times += 1)
		await requireSuccess(shopper.fetch("/contact", { method: "POST", body: form }));
	const row = { id: "copy:none", kind: "copy", subjectId: "none" } as const;
	await shop.db.insert(contactEmails).values({ ...row, nextTryAt: new Date(0) });
}

/** Opens the payment page of orders that were placed together. */
async function exerciseCheckout(shop: TestShop, shopper: TestAccount, productId: string) {
	const lines = [{ toolId: productId, quantity: 10 }];
	const response = await shopper.fetch(
		"/checkouts",
		createJsonInit({ lines, location: "x", phone: "1" }),
	);
	const { insertedId } = v.parse(v.object({ insertedId: v.string() }), await response.json());
	await shop.fetch(`/dashbord/checkout/${insertedId}`);
	await requireSuccess(shopper.fetch(`/dashbord/checkout/${insertedId}`));
}

/** Pays for orders in time, too late, and not at all, and runs the sweep. */
async function exercisePayments(
	shop: TestShop,
	{ product, accounts: { shopper } }: Fixture,
): Promise<void> {
	const checkout = createCheckoutHelpers(shop, product);
	const paid = await checkout.beginPayment();
	await checkout.createIntent(paid.shopper, paid.orderId);
	await checkout.stripe.chargeCard(paid.secret);
	await requireSuccess(checkout.confirmPayment(paid.shopper, paid.orderId, paid.intentId));
	await checkout.stripe.releaseWebhooks(paid.orderId);
	await shop.fetch(`/dashbord/payment/${paid.orderId}`);
	await paid.shopper.fetch(`/dashbord/payment/${paid.orderId}`);
	await exerciseCheckout(shop, paid.shopper, product.id);
	await checkout.stripe.dispute(paid.intentId);
	await checkout.stripe.releaseWebhooks(paid.orderId);
	const failedOrderId = await checkout.placeOrder(paid.shopper);
	const operation = "payment_intents.create";
	await checkout.stripe.overrideBehavior(failedOrderId, {
		faults: [{ operation, kind: "fail", stored: true }],
	});
	await checkout.requestIntent(paid.shopper, failedOrderId);
	const canceled = await checkout.beginPayment();
	await requireSuccess(checkout.cancelOrder(canceled.shopper, canceled.orderId));
	const late = await checkout.beginPayment({ webhooks: "drop" });
	await checkout.stripe.chargeCard(late.secret);
	await shop.db.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.id, late.orderId));
	await checkout.beginPayment({ webhooks: "drop" });
	await checkout.runSweep();
	await shop.sweep(new Date(Date.UTC(2026, 0, 1)));
	const orderInput = {
		toolId: product.id,
		email: shopper.email,
		quantity: 10,
		location: "x",
		phone: "1",
	};
	const init = createJsonInit(orderInput);
	const request = { ...init, headers: { ...init.headers, "Idempotency-Key": "exercise" } };
	for (let attempts = 0; attempts < 2; attempts += 1) {
		await requireSuccess(shopper.fetchWithToken("/orders", request));
	}
}

/** Uses every feature of the shop, so that the Worker executes each of its SQL statements. */
export async function exerciseShop(shop: TestShop): Promise<void> {
	for (const row of contractRows) await exerciseCall(shop, row);
	const fixture = await createFixture(shop);
	await uploadImage(fixture.accounts.shopper);
	await exerciseGallery(shop, fixture);
	await exerciseDocuments(shop, fixture);
	await exerciseContact(shop, fixture);
	await exercisePages(shop, fixture);
	await exerciseAccounts(shop);
	await exercisePayments(shop, fixture);
}
