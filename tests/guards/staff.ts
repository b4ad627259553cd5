import { makeAdmin, setRole } from "#worker/shop/accounts/roles.ts";
import {
	confirmSecondFactor,
	resetSecondFactor,
	startSecondFactor,
} from "#worker/shop/accounts/second-factor.ts";
import { deleteUser, getUsersPage, isAdmin, listUsers } from "#worker/shop/accounts/users.ts";
import { getAuditPage } from "#worker/shop/audit.ts";
import { runBulkAction } from "#worker/shop/bulk-actions.ts";
import { changeProducts } from "#worker/shop/catalogue/change-many.ts";
import { addDocument, removeDocument, reorderDocuments } from "#worker/shop/catalogue/documents.ts";
import {
	addProduct,
	deleteProduct,
	publishProduct,
	requireEditableProduct,
	restock,
	setStock,
	updateProduct,
} from "#worker/shop/catalogue/edit.ts";
import { exportProducts } from "#worker/shop/catalogue/export.ts";
import { addPicture, removePicture, requireGalleryRoom } from "#worker/shop/catalogue/gallery.ts";
import { exportLowStock, getLowStockPage, listLowStock } from "#worker/shop/catalogue/low-stock.ts";
import { getProductsPage } from "#worker/shop/catalogue/product-table.ts";
import { getStockHistoryPage, listStockMovements } from "#worker/shop/catalogue/stock-history.ts";
import {
	deleteMessage,
	getMessagesPage,
	listMessages,
	markMessage,
	requireMessage,
} from "#worker/shop/contact/messages.ts";
import {
	exportSubscribers,
	getSubscribersPage,
	removeSubscriber,
} from "#worker/shop/contact/newsletter.ts";
import { applyImport } from "#worker/shop/imports/apply.ts";
import { createImport, recheckImport } from "#worker/shop/imports/check.ts";
import { cancelImport } from "#worker/shop/imports/end.ts";
import { getImportPage, listImports } from "#worker/shop/imports/read.ts";
import { cancelOrder } from "#worker/shop/orders/cancel.ts";
import { declineCancellation } from "#worker/shop/orders/cancellation.ts";
import { requireCheckout } from "#worker/shop/orders/checkout.ts";
import { deliverOrder } from "#worker/shop/orders/deliver.ts";
import { exportOrders } from "#worker/shop/orders/export.ts";
import { getInvoice } from "#worker/shop/orders/invoice.ts";
import { listAllOrders, listCustomerOrders } from "#worker/shop/orders/list.ts";
import { addNote, deleteNote, listNotes } from "#worker/shop/orders/notes.ts";
import { getPackingLists } from "#worker/shop/orders/packing.ts";
import { copyPaymentLink, emailPaymentLink } from "#worker/shop/orders/payment-links.ts";
import {
	findCustomerName,
	findCustomers,
	getCustomer,
	placeOrdersForCustomer,
	readToolsToOrder,
	suggestToolsToOrder,
} from "#worker/shop/orders/place-for-customer.ts";
import { requireOrder, requireOrderInAnyState } from "#worker/shop/orders/read.ts";
import { getOrdersPage } from "#worker/shop/orders/search.ts";
import { saveShipment, setTracking, shipOrder } from "#worker/shop/orders/ship.ts";
import { checkShipments, shipMany } from "#worker/shop/orders/ship-many.ts";
import { getTimeline } from "#worker/shop/orders/timeline.ts";
import { getOverview } from "#worker/shop/overview/read.ts";
import { checkOrderPayments } from "#worker/shop/payments/check-order.ts";
import { getCompleteLedger, getLedger } from "#worker/shop/payments/ledger.ts";
import { listOrderRefunds } from "#worker/shop/payments/order-refunds.ts";
import { getRefundable } from "#worker/shop/payments/plan-refund.ts";
import { getPaymentProblems } from "#worker/shop/payments/read.ts";
import { refundOrder } from "#worker/shop/payments/refund-order.ts";
import { restockOrder } from "#worker/shop/payments/restock-order.ts";
import { sendOffer, withdrawQuote } from "#worker/shop/quotes/answer.ts";
import { getQuotesPage, listQuotes, requireQuote } from "#worker/shop/quotes/read.ts";
import { deleteReview, hideReview, showReview } from "#worker/shop/reviews/moderate.ts";
import { getReviewsPage } from "#worker/shop/reviews/read.ts";
import { getStatus } from "#worker/shop/status/read.ts";
import { checkServices } from "#worker/shop/status/services.ts";
import {
	checkout,
	emptyQuery,
	type GuardedUseCases,
	orderId,
	owner,
	product,
	productId,
	quoteId,
} from "./fixture.ts";

export const useCasesForAdmins: GuardedUseCases = {
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
		addNote: (shop) => addNote(shop, orderId, "Note"),
		deleteNote: (shop) => deleteNote(shop, orderId, "none"),
		listNotes: (shop) => listNotes(shop, orderId),
	},
	"orders:place-for-customer": {
		copyPaymentLink: (shop) => copyPaymentLink(shop, orderId),
		emailPaymentLink: (shop) => emailPaymentLink(shop, orderId),
		readToolsToOrder: (shop) => readToolsToOrder(shop, []),
		suggestToolsToOrder: (shop) => suggestToolsToOrder(shop, ""),
		findCustomers: (shop) => findCustomers(shop, "a"),
		findCustomerName: (shop) => findCustomerName(shop, "a@example.com"),
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
		runBulkAction: (shop) => runBulkAction(shop, "shipOrder", [orderId]),
		saveShipment: (shop) => saveShipment(shop, orderId, null),
		getPackingLists: (shop) => getPackingLists(shop, []),
		checkShipments: (shop) => checkShipments(shop, []),
		shipMany: (shop) => shipMany(shop, []),
		setTracking: (shop) => setTracking(shop, orderId, { carrier: null, trackingNumber: null }),
		shipOrder: (shop) => shipOrder(shop, orderId),
	},
	"overview:read": {
		getOverview: (shop) => getOverview(shop, "days", new Date()),
	},
	"payments:read": {
		getLedger: (shop) => getLedger(shop, { from: new Date(0), to: new Date(1) }),
		getCompleteLedger: (shop) => getCompleteLedger(shop, { from: new Date(0), to: new Date(1) }),
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
		sendOffer: (shop) =>
			sendOffer(shop, quoteId, { lines: [], expiresAt: new Date(), note: "", revision: 0 }),
		getQuotesPage: (shop) => getQuotesPage(shop, emptyQuery),
		listQuotes: (shop) => listQuotes(shop),
		withdrawQuote: (shop) => withdrawQuote(shop, quoteId),
	},
	"refunds:create": {
		checkOrderPayments: (shop) => checkOrderPayments(shop, orderId),
		declineCancellation: (shop) => declineCancellation(shop, orderId),
		getRefundable: (shop) => getRefundable(shop, orderId),
		refundOrder: (shop) =>
			refundOrder(shop, orderId, {
				restock: true,
				reason: "other",
				note: "",
				idempotencyKey: null,
			}),
		restockOrder: (shop) => restockOrder(shop, orderId, { pieces: 1, idempotencyKey: null }),
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

/** Use cases for an account's own data, and for accounts with the capability. */
export const useCasesForOwnersAndAdmins: GuardedUseCases = {
	"orders:ship": {
		deliverOrder: (shop) => deliverOrder(shop, orderId),
	},
	"orders:cancel": {
		cancelOrder: (shop) => cancelOrder(shop, orderId),
	},
	"orders:read": {
		getInvoice: (shop) => getInvoice(shop, orderId),
		listCustomerOrders: (shop) => listCustomerOrders(shop, owner.email),
		getTimeline: (shop) => getTimeline(shop, orderId),
		requireCheckout: (shop) => requireCheckout(shop, checkout.checkoutId),
		requireOrder: (shop) => requireOrder(shop, orderId),
		requireOrderInAnyState: (shop) => requireOrderInAnyState(shop, orderId),
	},
	"payments:read": {
		listOrderRefunds: (shop) => listOrderRefunds(shop, orderId),
	},
	"quotes:answer": {
		requireQuote: (shop) => requireQuote(shop, quoteId),
	},
	"users:manage": {
		isAdmin: (shop) => isAdmin(shop, owner.email),
	},
};
