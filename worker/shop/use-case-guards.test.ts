import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { mapOrderDetails } from "#contract/delivery.ts";
import {
	type Account,
	type Capability,
	can,
	capabilities,
	roleNames,
	roles,
} from "#contract/roles.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import {
	addAddress,
	deleteAddress,
	listAddresses,
	readDelivery,
	requireAddress,
	updateAddress,
} from "./accounts/addresses.ts";
import { confirmIdentity, getConfirmMethod } from "./accounts/confirm-identity.ts";
import { deleteOwnAccount } from "./accounts/delete-account.ts";
import { readOwnData } from "./accounts/own-data.ts";
import {
	addPasskey,
	listPasskeys,
	removePasskey,
	renamePasskey,
	startPasskey,
} from "./accounts/passkeys.ts";
import { getProfile, updateProfile } from "./accounts/profile.ts";
import { makeAdmin, setRole } from "./accounts/roles.ts";
import {
	confirmSecondFactor,
	getSecondFactor,
	removeSecondFactor,
	renewRecoveryCodes,
	resetSecondFactor,
	startSecondFactor,
} from "./accounts/second-factor.ts";
import { endOtherSessions, endSession, listSessions } from "./accounts/sessions.ts";
import { createOwnAccessToken } from "./accounts/sign-in.ts";
import { deleteUser, getUsersPage, isAdmin, listUsers } from "./accounts/users.ts";
import {
	getVerificationLinkState,
	resendVerificationLink,
	verifyEmail,
} from "./accounts/verify.ts";
import { getAuditPage } from "./audit.ts";
import { orderBasket, reviewBasket } from "./basket/checkout.ts";
import {
	addToAccountBasket,
	clearBasket,
	listBasketLines,
	removeBasketLine,
	setBasketLine,
} from "./basket/lines.ts";
import { orderCheckoutAgain } from "./basket/order-again.ts";
import { runBulkAction } from "./bulk-actions.ts";
import { changeProducts } from "./catalogue/change-many.ts";
import { addDocument, removeDocument, reorderDocuments } from "./catalogue/documents.ts";
import {
	addProduct,
	deleteProduct,
	publishProduct,
	requireEditableProduct,
	restock,
	setStock,
	updateProduct,
} from "./catalogue/edit.ts";
import { exportProducts } from "./catalogue/export.ts";
import { addPicture, removePicture, requireGalleryRoom } from "./catalogue/gallery.ts";
import { exportLowStock, getLowStockPage, listLowStock } from "./catalogue/low-stock.ts";
import { getProductsPage } from "./catalogue/product-table.ts";
import { getStockHistoryPage, listStockMovements } from "./catalogue/stock-history.ts";
import { isWaiting, listStockWaits, stopWaiting, waitForStock } from "./catalogue/stock-waits.ts";
import {
	deleteMessage,
	getMessagesPage,
	listMessages,
	markMessage,
	requireMessage,
} from "./contact/messages.ts";
import { exportSubscribers, getSubscribersPage, removeSubscriber } from "./contact/newsletter.ts";
import type { ShopContext } from "./context.ts";
import { storeImage } from "./images/store.ts";
import { applyImport } from "./imports/apply.ts";
import { createImport, recheckImport } from "./imports/check.ts";
import { cancelImport } from "./imports/end.ts";
import { getImportPage, listImports } from "./imports/read.ts";
import {
	addSavedList,
	deleteSavedList,
	listSavedLists,
	putListIntoBasket,
	removeListLine,
	renameSavedList,
	requireSavedList,
	saveBasketAsList,
	shareList,
	stopSharing,
} from "./lists/lists.ts";
import { cancelOrder } from "./orders/cancel.ts";
import { declineCancellation, requestCancellation } from "./orders/cancellation.ts";
import { requireCheckout } from "./orders/checkout.ts";
import { deliverOrder } from "./orders/deliver.ts";
import { exportOrders } from "./orders/export.ts";
import { getInvoice } from "./orders/invoice.ts";
import {
	getOwnOrdersPage,
	listAllOrders,
	listBoughtTools,
	listCustomerOrders,
} from "./orders/list.ts";
import { addNote, deleteNote, listNotes } from "./orders/notes.ts";
import { getPackingLists } from "./orders/packing.ts";
import { copyPaymentLink, emailPaymentLink } from "./orders/payment-links.ts";
import { placeOrder, placeOrders } from "./orders/place.ts";
import {
	findCustomers,
	getCustomer,
	placeOrdersForCustomer,
	readToolsToOrder,
	suggestToolsToOrder,
} from "./orders/place-for-customer.ts";
import {
	findEarlierOrder,
	findLastDelivery,
	requireOrder,
	requireOrderInAnyState,
	requireOwnOrder,
} from "./orders/read.ts";
import { getOrdersPage } from "./orders/search.ts";
import { saveShipment, setTracking, shipOrder } from "./orders/ship.ts";
import { checkShipments, shipMany } from "./orders/ship-many.ts";
import { getTimeline } from "./orders/timeline.ts";
import { getOverview } from "./overview/read.ts";
import { checkOrderPayments } from "./payments/check-order.ts";
import { getLedger, getWholeLedger } from "./payments/ledger.ts";
import { listOrderRefunds } from "./payments/order-refunds.ts";
import { getRefundable } from "./payments/plan-refund.ts";
import { getPaymentProblems } from "./payments/read.ts";
import { refundOrder } from "./payments/refund-order.ts";
import { restockOrder } from "./payments/restock-order.ts";
import { confirmCheckout, confirmPayment } from "./payments/settle.ts";
import { startCheckoutPayment, startPayment } from "./payments/start.ts";
import { acceptQuote } from "./quotes/accept.ts";
import { answerQuote, declineQuote, withdrawQuote } from "./quotes/answer.ts";
import {
	getOwnQuotesPage,
	getQuotesPage,
	listOwnQuotes,
	listQuotes,
	requireOwnQuote,
	requireQuote,
} from "./quotes/read.ts";
import { requestQuote } from "./quotes/request.ts";
import { addReview } from "./reviews/add.ts";
import { deleteReview, hideReview, showReview } from "./reviews/moderate.ts";
import { getReviewsPage } from "./reviews/read.ts";
import { getStatus } from "./status/read.ts";
import { checkServices } from "./status/services.ts";

// Node cannot load this package, which imports types as if they were values. It is used only with the KV binding `VIEWED`.
vi.mock("@react-router/cloudflare", () => ({}));

/** Replaces the capabilities of admins. */
function allowAdmins(includes: (capability: Capability) => boolean): void {
	Object.defineProperty(roles.admin, "can", { value: { includes } });
}
const adminCan = roles.admin.can;
function restoreAdmins() {
	Object.defineProperty(roles.admin, "can", { value: adminCan });
}
afterEach(restoreAdmins);

const local = createLocalShop();
afterAll(local.close);
const accounts = { admin: await local.addAccount("admin"), shopper: await local.addAccount() };
const owner = await local.addAccount();
const productId = await local.addProduct(1_000);
const purchase = { productId, quantity: 1, location: "Here", phone: "1", idempotencyKey: null };
const address = { location: "Here", phone: "1", company: "", vatNumber: "" };
const order = await placeOrder(local.createContext(owner), purchase);
const checkout = await placeOrders(local.createContext(owner), { ...purchase, lines: [purchase] });
const quoteRequest = { tools: "Bar, 5", message: "", company: "", phone: "", neededBy: null };
const quote = await requestQuote(local.createContext(owner), { ...quoteRequest, formKey: null });

/** The query of a list. Use cases check the account before they use it, so it needs no filters. */
const emptyQuery = {} as never;
const product = {
	name: "Bar",
	description: "A bar",
	priceCents: 500,
	quantity: 1,
	minimum: 1,
	img: "/pictures/torque-wrench-800.webp",
};
const emptyPasskey = { id: "", type: "public-key", response: {} } as never;
const review = { review: "Good", ratings: "5", img: "" };

type UseCase = (shop: ShopContext) => unknown;
/**
 * Use cases by a capability of every role that may call them. A use case may itself require another capability, which
 * fewer roles have.
 */
type GuardedUseCases = Partial<Record<Capability, Record<string, UseCase>>>;

const useCasesForAdmins: GuardedUseCases = {
	"account:second-factor": {
		confirmSecondFactor: (shop) => confirmSecondFactor(shop, "000000"),
		startSecondFactor: (shop) => startSecondFactor(shop, ""),
	},
	"audit:read": {
		getAuditPage: (shop) => getAuditPage(shop, emptyQuery),
	},
	"messages:answer": {
		deleteMessage: (shop) => deleteMessage(shop, "none"),
		getMessagesPage: (shop) => getMessagesPage(shop, emptyQuery),
		listMessages: (shop) => listMessages(shop),
		markMessage: (shop) => markMessage(shop, "none", true),
		requireMessage: (shop) => requireMessage(shop, "none"),
	},
	"newsletter:export": {
		exportSubscribers: (shop) => exportSubscribers(shop),
		getSubscribersPage: (shop) => getSubscribersPage(shop, emptyQuery),
	},
	"newsletter:remove": {
		removeSubscriber: (shop) => removeSubscriber(shop, "none@example.com"),
	},
	"orders:export": {
		exportOrders: (shop) => exportOrders(shop, emptyQuery),
	},
	"orders:read": {
		getOrdersPage: (shop) => getOrdersPage(shop, emptyQuery),
		listAllOrders: (shop) => listAllOrders(shop),
	},
	"orders:note": {
		addNote: (shop) => addNote(shop, order, "Note"),
		deleteNote: (shop) => deleteNote(shop, order, "none"),
		listNotes: (shop) => listNotes(shop, order),
	},
	"orders:place-for-customer": {
		copyPaymentLink: (shop) => copyPaymentLink(shop, order),
		emailPaymentLink: (shop) => emailPaymentLink(shop, order),
		readToolsToOrder: (shop) => readToolsToOrder(shop, []),
		suggestToolsToOrder: (shop) => suggestToolsToOrder(shop, ""),
		findCustomers: (shop) => findCustomers(shop, "a"),
		getCustomer: (shop) => getCustomer(shop, owner.id),
		placeOrdersForCustomer: (shop) =>
			placeOrdersForCustomer(shop, {
				customer: { email: "new@example.com", name: "New", phone: "1" },
				lines: [{ productId, quantity: 1 }],
				location: "Here",
				phone: "1",
				idempotencyKey: null,
			}),
	},
	"orders:ship": {
		runBulkAction: (shop) => runBulkAction(shop, "shipOrder", [order]),
		saveShipment: (shop) => saveShipment(shop, order, null),
		getPackingLists: (shop) => getPackingLists(shop, []),
		checkShipments: (shop) => checkShipments(shop, []),
		shipMany: (shop) => shipMany(shop, []),
		setTracking: (shop) => setTracking(shop, order, { carrier: null, trackingNumber: null }),
		shipOrder: (shop) => shipOrder(shop, order),
	},
	"overview:read": {
		getOverview: (shop) => getOverview(shop, "days", new Date()),
	},
	"payments:read": {
		getLedger: (shop) => getLedger(shop, { from: new Date(0), to: new Date(1) }),
		getWholeLedger: (shop) => getWholeLedger(shop, { from: new Date(0), to: new Date(1) }),
		getPaymentProblems: (shop) => getPaymentProblems(shop),
	},
	"products:write": {
		addDocument: (shop) => addDocument(shop, productId, { title: "Manual", file: new Blob(["x"]) }),
		addPicture: (shop) => addPicture(shop, productId, product.img),
		addProduct: (shop) => addProduct(shop, product),
		applyImport: (shop) => applyImport(shop, "none", { budgetMs: 0 }),
		cancelImport: (shop) => cancelImport(shop, "none"),
		recheckImport: (shop) => recheckImport(shop, "none"),
		createImport: (shop) => createImport(shop, { name: "a.csv", bytes: new Uint8Array() }),
		deleteProduct: (shop) => deleteProduct(shop, productId),
		changeProducts: (shop) => changeProducts(shop, { changes: [], note: null, key: null }),
		exportLowStock: (shop) => exportLowStock(shop, emptyQuery),
		getLowStockPage: (shop) => getLowStockPage(shop, emptyQuery),
		getProductsPage: (shop) => getProductsPage(shop, emptyQuery),
		getStockHistoryPage: (shop) => getStockHistoryPage(shop, productId, emptyQuery),
		listLowStock: (shop) => listLowStock(shop, emptyQuery),
		listStockMovements: (shop) => listStockMovements(shop, productId),
		exportProducts: (shop) => exportProducts(shop, emptyQuery),
		getImportPage: (shop) => getImportPage(shop, "none", emptyQuery),
		listImports: (shop) => listImports(shop),
		reorderDocuments: (shop) => reorderDocuments(shop, productId, []),
		publishProduct: (shop) => publishProduct(shop, productId),
		removeDocument: (shop) => removeDocument(shop, productId, "none"),
		removePicture: (shop) => removePicture(shop, productId, "/images/none"),
		requireEditableProduct: (shop) => requireEditableProduct(shop, productId),
		requireGalleryRoom: (shop) => requireGalleryRoom(shop, productId, 1),
		restock: (shop) => restock(shop, productId, { quantity: 5, shownStock: 1, editKey: null }),
		setStock: (shop) => setStock(shop, productId, 5),
		updateProduct: (shop) => updateProduct(shop, productId, product),
	},
	"quotes:answer": {
		answerQuote: (shop) =>
			answerQuote(shop, quote, { lines: [], expiresAt: new Date(), note: "", revision: 0 }),
		getQuotesPage: (shop) => getQuotesPage(shop, emptyQuery),
		listQuotes: (shop) => listQuotes(shop),
		withdrawQuote: (shop) => withdrawQuote(shop, quote),
	},
	"refunds:create": {
		checkOrderPayments: (shop) => checkOrderPayments(shop, order),
		declineCancellation: (shop) => declineCancellation(shop, order),
		getRefundable: (shop) => getRefundable(shop, order),
		refundOrder: (shop) =>
			refundOrder(shop, order, {
				restock: true,
				reason: "other",
				note: "",
				idempotencyKey: null,
			}),
		restockOrder: (shop) => restockOrder(shop, order, { pieces: 1, idempotencyKey: null }),
	},
	"reviews:moderate": {
		deleteReview: (shop) => deleteReview(shop, "none"),
		getReviewsPage: (shop) => getReviewsPage(shop, emptyQuery),
		hideReview: (shop) => hideReview(shop, "none"),
		showReview: (shop) => showReview(shop, "none"),
	},
	"status:read": {
		checkServices: (shop) => checkServices(shop),
		getStatus: (shop) => getStatus(shop, new Date()),
	},
	"users:manage": {
		deleteUser: (shop) => deleteUser(shop, owner.email),
		getUsersPage: (shop) => getUsersPage(shop, emptyQuery),
		listUsers: (shop) => listUsers(shop),
		makeAdmin: (shop) => makeAdmin(shop, owner.email),
		resetSecondFactor: (shop) => resetSecondFactor(shop, owner.email),
		setRole: (shop) => setRole(shop, owner.email, "support"),
	},
};

const useCasesForShoppers: GuardedUseCases = {
	"account:delete": {
		deleteOwnAccount: (shop) => deleteOwnAccount(shop, "password"),
	},
	"lists:save": {
		addSavedList: (shop) => addSavedList(shop, { name: "Brake jobs", lines: [] }),
		deleteSavedList: (shop) => deleteSavedList(shop, "none"),
		listSavedLists: (shop) => listSavedLists(shop),
		putListIntoBasket: (shop) => putListIntoBasket(shop, "none"),
		removeListLine: (shop) => removeListLine(shop, "none", productId),
		requireSavedList: (shop) => requireSavedList(shop, "none"),
		shareList: (shop) => shareList(shop, "none"),
		stopSharing: (shop) => stopSharing(shop, "none"),
		renameSavedList: (shop) => renameSavedList(shop, "none", "Brake jobs"),
	},
	"orders:place": {
		addAddress: (shop) => addAddress(shop, { label: "Home", ...address }),
		deleteAddress: (shop) => deleteAddress(shop, "none"),
		listAddresses: (shop) => listAddresses(shop),
		addToAccountBasket: (shop) => addToAccountBasket(shop, []),
		clearBasket: (shop) => clearBasket(shop),
		listBasketLines: (shop) => listBasketLines(shop),
		orderCheckoutAgain: (shop) => orderCheckoutAgain(shop, checkout.checkoutId),
		orderBasket: (shop) => orderBasket(shop, { ...purchase, key: "none", lines: [] }),
		removeBasketLine: (shop) => removeBasketLine(shop, productId),
		reviewBasket: (shop) => reviewBasket(shop),
		saveBasketAsList: (shop) => saveBasketAsList(shop, "Brake jobs"),
		setBasketLine: (shop) => setBasketLine(shop, { productId, quantity: 1 }),
		waitForStock: (shop) => waitForStock(shop, purchase.productId),
		stopWaiting: (shop) => stopWaiting(shop, purchase.productId),
		isWaiting: (shop) => isWaiting(shop, purchase.productId),
		listStockWaits: (shop) => listStockWaits(shop),
		acceptQuote: (shop) => acceptQuote(shop, quote, { ...purchase, revision: 0 }),
		declineQuote: (shop) => declineQuote(shop, quote),
		getOwnQuotesPage: (shop) => getOwnQuotesPage(shop, 0),
		listOwnQuotes: (shop) => listOwnQuotes(shop),
		requestQuote: (shop) => requestQuote(shop, { ...quoteRequest, formKey: null }),
		requireOwnQuote: (shop) => requireOwnQuote(shop, quote),
		placeOrder: (shop) => placeOrder(shop, purchase),
		placeOrders: (shop) => placeOrders(shop, { ...purchase, lines: [purchase] }),
		readDelivery: (shop) => readDelivery(shop, { address: "none", ...mapOrderDetails(() => "") }),
		requireAddress: (shop) => requireAddress(shop, "none"),
		updateAddress: (shop) => updateAddress(shop, "none", { label: "Home", ...address }),
		startCheckoutPayment: (shop) => startCheckoutPayment(shop, checkout.checkoutId, 1_999),
		startPayment: (shop) => startPayment(shop, 1_999, order),
	},
	"reviews:write": {
		addReview: (shop) => addReview(shop, review),
		listBoughtTools: (shop) => listBoughtTools(shop),
	},
};

/** Use cases for an account's own data, and for accounts with the capability. */
const useCasesForOwnersAndAdmins: GuardedUseCases = {
	"orders:ship": {
		deliverOrder: (shop) => deliverOrder(shop, order),
	},
	"orders:cancel": {
		cancelOrder: (shop) => cancelOrder(shop, order),
	},
	"orders:read": {
		getInvoice: (shop) => getInvoice(shop, order),
		listCustomerOrders: (shop) => listCustomerOrders(shop, owner.email),
		getTimeline: (shop) => getTimeline(shop, order),
		requireCheckout: (shop) => requireCheckout(shop, checkout.checkoutId),
		requireOrder: (shop) => requireOrder(shop, order),
		requireOrderInAnyState: (shop) => requireOrderInAnyState(shop, order),
	},
	"payments:read": {
		listOrderRefunds: (shop) => listOrderRefunds(shop, order),
	},
	"quotes:answer": {
		requireQuote: (shop) => requireQuote(shop, quote),
	},
	"users:manage": {
		isAdmin: (shop) => isAdmin(shop, owner.email),
	},
};

/** Use cases for an account's own data only: they reject all other accounts, even admins. */
const useCasesForOwners: Record<string, UseCase> = {
	createOwnAccessToken: (shop) => createOwnAccessToken(shop, owner.email),
	confirmCheckout: (shop) => confirmCheckout(shop, checkout.checkoutId, "pi_1"),
	confirmPayment: (shop) => confirmPayment(shop, order, "pi_1"),
	requestCancellation: (shop) => requestCancellation(shop, order),
	requireOwnOrder: (shop) => requireOwnOrder(shop, order),
};

const useCasesForAccounts: Record<string, UseCase> = {
	endOtherSessions: (shop) => endOtherSessions(shop),
	endSession: (shop) => endSession(shop, "none"),
	listSessions: (shop) => listSessions(shop),
	addPasskey: (shop) => addPasskey(shop, emptyPasskey),
	listPasskeys: (shop) => listPasskeys(shop),
	removePasskey: (shop) => removePasskey(shop, "none"),
	renamePasskey: (shop) => renamePasskey(shop, "none", "Name"),
	startPasskey: (shop) => startPasskey(shop),
	confirmIdentity: (shop) => confirmIdentity(shop, { password: "" }),
	getConfirmMethod: (shop) => getConfirmMethod(shop),
	findEarlierOrder: (shop) => findEarlierOrder(shop, { id: productId }, order),
	findLastDelivery: (shop) => findLastDelivery(shop),
	getVerificationLinkState: (shop) => getVerificationLinkState(shop, "token"),
	getOwnOrdersPage: (shop) => getOwnOrdersPage(shop, 0),
	getProfile: (shop) => getProfile(shop),
	getSecondFactor: (shop) => getSecondFactor(shop),
	removeSecondFactor: (shop) => removeSecondFactor(shop, ""),
	renewRecoveryCodes: (shop) => renewRecoveryCodes(shop, ""),
	readOwnData: (shop) => readOwnData(shop, ""),
	resendVerificationLink: (shop) => resendVerificationLink(shop),
	storeImage: (shop) => storeImage(shop, new Blob(["x"])),
	updateProfile: (shop) => updateProfile(shop, { img: "", phone: "" }),
	verifyEmail: (shop) => verifyEmail(shop, "token"),
};

type AccountCase = { name: string; useCase: UseCase };
/** `required` is the capability that the use case itself checks. */
type GuardCase = AccountCase & { capability: Capability; required: Capability | undefined };

/** Returns the error of a use case for an account; undefined if it succeeds. */
async function runAs(account: Account | null, useCase: UseCase): Promise<unknown> {
	try {
		await useCase(local.createContext(account));
	} catch (error) {
		return error;
	}
}

/** Calls the use case as an admin without any capability. The first check rejects them, which shows the required capability. */
async function findRequiredCapability(useCase: UseCase): Promise<Capability | undefined> {
	const checkedCapabilities: Capability[] = [];
	allowAdmins((capability) => {
		checkedCapabilities.push(capability);
		return false;
	});
	await runAs(accounts.admin, useCase);
	restoreAdmins();
	return checkedCapabilities[0];
}

const createAccountCases = (useCases: Record<string, UseCase>): AccountCase[] =>
	Object.entries(useCases).map(([name, useCase]) => ({ name, useCase }));

async function createCases(useCasesByCapability: GuardedUseCases): Promise<GuardCase[]> {
	const cases: GuardCase[] = [];
	for (const capability of capabilities) {
		for (const { name, useCase } of createAccountCases(useCasesByCapability[capability] ?? {})) {
			cases.push({ capability, name, useCase, required: await findRequiredCapability(useCase) });
		}
	}
	return cases;
}

const [adminCases, shopperCases] = [
	await createCases(useCasesForAdmins),
	await createCases(useCasesForShoppers),
];
const ownerOrAdminCases = await createCases(useCasesForOwnersAndAdmins);
const ownerCases = createAccountCases(useCasesForOwners);

test("every capability is required by a use case", () => {
	const required = [adminCases, shopperCases, ownerOrAdminCases].flat().map((row) => row.required);
	expect(new Set(required)).toEqual(new Set(capabilities));
});

// Pages call use cases without the guard of an API call, so each use case must check permissions itself.
describe("the use case itself rejects an anonymous visitor", () => {
	test.each(
		[
			adminCases,
			shopperCases,
			ownerOrAdminCases,
			ownerCases,
			createAccountCases(useCasesForAccounts),
		].flat(),
	)("$name", async ({ useCase }) => {
		expect(await runAs(null, useCase)).toMatchObject({ status: 401 });
	});
});

describe("the use case itself rejects a shopper", () => {
	test.each([adminCases, ownerOrAdminCases, ownerCases].flat())("$name", async ({ useCase }) => {
		expect(await runAs(accounts.shopper, useCase)).toMatchObject({ status: 403 });
	});
});

describe("the use case itself rejects an admin", () => {
	test.each([shopperCases, ownerCases].flat())("$name", async ({ useCase }) => {
		expect(await runAs(accounts.admin, useCase)).toMatchObject({ status: 403 });
	});
});

describe("the use case itself rejects an account with every capability but the required one", () => {
	test.each([adminCases, shopperCases, ownerOrAdminCases].flat())(
		"$name: $required",
		async (row) => {
			allowAdmins((capability) => capability !== row.required);
			expect(await runAs(accounts.admin, row.useCase)).toMatchObject({ status: 403 });
		},
	);
});

describe("the use case requires a capability that only roles allowed to call it have", () => {
	test.each([adminCases, shopperCases, ownerOrAdminCases].flat())("$name: $capability", (row) => {
		const { required, capability } = row;
		for (const role of roleNames.filter((role) => required && can({ role }, required))) {
			expect(can({ role }, capability), role).toBe(true);
		}
	});
});
