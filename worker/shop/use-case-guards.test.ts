import { afterAll, describe, expect, test, vi } from "vitest";
import type { Account } from "#contract/roles.ts";
import { openLocalShop } from "../../tests/support/local-shop.ts";
import { deleteOwnAccount } from "./accounts/delete-account.ts";
import { readOwnData } from "./accounts/own-data.ts";
import { getProfile, updateProfile } from "./accounts/profile.ts";
import { createOwnAccessToken } from "./accounts/session.ts";
import { deleteUser, getUsersPage, isAdmin, listUsers, makeAdmin } from "./accounts/users.ts";
import { getLinkState, resendLink, verifyEmail } from "./accounts/verify.ts";
import { getAuditPage } from "./audit.ts";
import { runBulkAction } from "./bulk.ts";
import {
	addProduct,
	deleteProduct,
	requireEditableProduct,
	restock,
	setStock,
	updateProduct,
} from "./catalogue/edit.ts";
import { addPicture, removePicture, requireRoom } from "./catalogue/gallery.ts";
import type { Shop } from "./context.ts";
import { storeImage } from "./images/store.ts";
import { cancelOrder } from "./orders/cancel.ts";
import { exportOrders } from "./orders/export.ts";
import { getOwnOrdersPage, listAllOrders, listBoughtTools, listOrdersOf } from "./orders/list.ts";
import { placeOrder } from "./orders/place.ts";
import {
	findOrderBefore,
	getInvoice,
	requireOrder,
	requireOrderRecord,
	requireOwnOrder,
} from "./orders/read.ts";
import { getOrdersPage } from "./orders/search.ts";
import { shipOrder } from "./orders/ship.ts";
import { getOverview } from "./overview/read.ts";
import { getPaymentProblems } from "./payments/read.ts";
import { confirmPayment } from "./payments/settle.ts";
import { startPayment } from "./payments/start.ts";
import { addReview } from "./reviews/add.ts";
import { deleteReview, hideReview, showReview } from "./reviews/moderate.ts";
import { getReviewsPage } from "./reviews/read.ts";
import { getStatus } from "./status/read.ts";
import { checkServices } from "./status/services.ts";

// It imports types at run time, which Node cannot. What it does is not called without `VIEWED`.
vi.mock("@react-router/cloudflare", () => ({}));

/** Pages reach a use case without the guard of its call: each refuses by itself whom it is not for. */
const local = openLocalShop();
afterAll(local.close);
const accounts = { admin: await local.addAccount("admin"), shopper: await local.addAccount() };
const stranger = await local.addAccount();
const productId = await local.addProduct(1_000);
const placing = { productId, quantity: 1, location: "Here", phone: "1", idempotencyKey: null };
const order = await placeOrder(local.shopOf(stranger), placing);

const view = { search: "", by: "email", state: null, sort: "newest", page: 0 } as const;
const product = {
	name: "Bar",
	description: "A bar",
	priceCents: 500,
	quantity: 1,
	minimum: 1,
	img: "/pictures/torque-wrench-800.webp",
};
const review = { review: "Good", ratings: "5", img: "" };

type UseCase = (shop: Shop) => unknown;

const forAdmins: Record<string, UseCase> = {
	addPicture: (shop) => addPicture(shop, productId, product.img),
	addProduct: (shop) => addProduct(shop, product),
	checkServices: (shop) => checkServices(shop),
	deleteProduct: (shop) => deleteProduct(shop, productId),
	deleteReview: (shop) => deleteReview(shop, "none"),
	deleteUser: (shop) => deleteUser(shop, stranger.email),
	runBulkAction: (shop) => runBulkAction(shop, "shipOrder", []),
	exportOrders: (shop) => exportOrders(shop, view),
	getAuditPage: (shop) => getAuditPage(shop, { page: 0, search: "", action: null }),
	getOrdersPage: (shop) => getOrdersPage(shop, view),
	getOverview: (shop) => getOverview(shop, "days", new Date()),
	getPaymentProblems: (shop) => getPaymentProblems(shop),
	getReviewsPage: (shop) => getReviewsPage(shop, { page: 0, search: "", state: null }),
	getStatus: (shop) => getStatus(shop, new Date()),
	getUsersPage: (shop) => getUsersPage(shop, { page: 0, search: "", role: null }),
	hideReview: (shop) => hideReview(shop, "none"),
	listAllOrders: (shop) => listAllOrders(shop),
	listUsers: (shop) => listUsers(shop),
	makeAdmin: (shop) => makeAdmin(shop, stranger.email),
	removePicture: (shop) => removePicture(shop, productId, "/images/none"),
	requireEditableProduct: (shop) => requireEditableProduct(shop, productId),
	requireRoom: (shop) => requireRoom(shop, productId, 1),
	restock: (shop) => restock(shop, productId, { quantity: 5, seen: 1, editKey: null }),
	setStock: (shop) => setStock(shop, productId, 5),
	shipOrder: (shop) => shipOrder(shop, order),
	showReview: (shop) => showReview(shop, "none"),
	updateProduct: (shop) => updateProduct(shop, productId, product),
};

const forShoppers: Record<string, UseCase> = {
	addReview: (shop) => addReview(shop, review),
	listBoughtTools: (shop) => listBoughtTools(shop),
	placeOrder: (shop) => placeOrder(shop, placing),
	startPayment: (shop) => startPayment(shop, 1_999, order),
};

/** Of an account's own things: another account's are refused, an admin's too where its name says it. */
const forOwners: Record<string, UseCase> = {
	createOwnAccessToken: (shop) => createOwnAccessToken(shop, stranger.email),
	confirmPayment: (shop) => confirmPayment(shop, order, "pi_1"),
	requireOwnOrder: (shop) => requireOwnOrder(shop, order),
};
const forOwnersAndAdmins: Record<string, UseCase> = {
	cancelOrder: (shop) => cancelOrder(shop, order),
	getInvoice: (shop) => getInvoice(shop, order),
	isAdmin: (shop) => isAdmin(shop, stranger.email),
	listOrdersOf: (shop) => listOrdersOf(shop, stranger.email),
	requireOrder: (shop) => requireOrder(shop, order),
	requireOrderRecord: (shop) => requireOrderRecord(shop, order),
};

const forAccounts: Record<string, UseCase> = {
	deleteOwnAccount: (shop) => deleteOwnAccount(shop, "password"),
	findOrderBefore: (shop) => findOrderBefore(shop, { id: productId }, order),
	getLinkState: (shop) => getLinkState(shop, "token"),
	getOwnOrdersPage: (shop) => getOwnOrdersPage(shop, 0),
	getProfile: (shop) => getProfile(shop),
	readOwnData: (shop) => readOwnData(shop, ""),
	resendLink: (shop) => resendLink(shop),
	storeImage: (shop) => storeImage(shop, new Blob(["x"])),
	updateProfile: (shop) => updateProfile(shop, { img: "", phone: "" }),
	verifyEmail: (shop) => verifyEmail(shop, "token"),
};

const everyone = {
	...forAdmins,
	...forShoppers,
	...forOwners,
	...forOwnersAndAdmins,
	...forAccounts,
};

/** What a use case throws at once, or later, for an account; undefined where it does its work. */
async function refusalFor(account: Account | null, useCase: UseCase): Promise<unknown> {
	try {
		await useCase(local.shopOf(account));
	} catch (error) {
		return error;
	}
}

describe("an anonymous visitor is refused by the use case itself", () => {
	test.each(Object.entries(everyone))("%s", async (_, useCase) => {
		expect(await refusalFor(null, useCase)).toMatchObject({ status: 401 });
	});
});

describe("a shopper is refused by the use case itself", () => {
	test.each(Object.entries({ ...forAdmins, ...forOwners, ...forOwnersAndAdmins }))(
		"%s",
		async (_, useCase) => {
			const refusal = await refusalFor(accounts.shopper, useCase);
			expect(refusal).toMatchObject({ status: 403 });
		},
	);
});

describe("an admin is refused by the use case itself", () => {
	test.each(Object.entries({ ...forShoppers, ...forOwners }))("%s", async (_, useCase) => {
		const refusal = await refusalFor(accounts.admin, useCase);
		expect(refusal).toMatchObject({ status: 403 });
	});
});
