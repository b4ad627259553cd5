import { mapOrderDetails } from "#contract/delivery.ts";
import {
	addAddress,
	deleteAddress,
	listAddresses,
	readDelivery,
	requireAddress,
	updateAddress,
} from "#worker/shop/accounts/addresses.ts";
import { confirmIdentity, getConfirmMethod } from "#worker/shop/accounts/confirm-identity.ts";
import { deleteOwnAccount } from "#worker/shop/accounts/delete-account.ts";
import { readOwnData } from "#worker/shop/accounts/own-data.ts";
import {
	addPasskey,
	createRegistrationOptions,
	listPasskeys,
	removePasskey,
	renamePasskey,
} from "#worker/shop/accounts/passkeys.ts";
import { getProfile, updateProfile } from "#worker/shop/accounts/profile.ts";
import {
	getSecondFactor,
	regenerateRecoveryCodes,
	removeSecondFactor,
} from "#worker/shop/accounts/second-factor.ts";
import { endOtherSessions, endSession, listSessions } from "#worker/shop/accounts/sessions.ts";
import { issueAccessToken } from "#worker/shop/accounts/sign-in.ts";
import {
	getVerificationLinkState,
	resendVerificationLink,
	verifyEmail,
} from "#worker/shop/accounts/verify.ts";
import { orderBasket, reviewBasket } from "#worker/shop/basket/checkout.ts";
import {
	addToAccountBasket,
	clearBasket,
	listBasketLines,
	removeBasketLine,
	setBasketLine,
} from "#worker/shop/basket/lines.ts";
import { addPastCheckoutToBasket } from "#worker/shop/basket/order-again.ts";
import {
	cancelStockAlert,
	hasStockAlert,
	listStockAlerts,
	requestStockAlert,
} from "#worker/shop/catalogue/stock-alerts.ts";
import { storeImage } from "#worker/shop/images/store.ts";
import {
	addListToBasket,
	addSavedList,
	deleteSavedList,
	listSavedLists,
	removeListLine,
	renameSavedList,
	requireSavedList,
	saveBasketAsList,
	shareList,
	stopSharing,
} from "#worker/shop/lists/lists.ts";
import { requestCancellation } from "#worker/shop/orders/cancellation.ts";
import { getOwnOrdersPage, listBoughtTools } from "#worker/shop/orders/list.ts";
import { placeOrder, placeOrders } from "#worker/shop/orders/place.ts";
import { findEarlierOrder, findLastAddress, requireOwnOrder } from "#worker/shop/orders/read.ts";
import { confirmCheckout, confirmPayment } from "#worker/shop/payments/settle.ts";
import { startCheckoutPayment, startPayment } from "#worker/shop/payments/start.ts";
import { acceptQuote } from "#worker/shop/quotes/accept.ts";
import { declineQuote } from "#worker/shop/quotes/answer.ts";
import { getOwnQuotesPage, listOwnQuotes, requireOwnQuote } from "#worker/shop/quotes/read.ts";
import { requestQuote } from "#worker/shop/quotes/request.ts";
import { addReview } from "#worker/shop/reviews/add.ts";
import {
	address,
	checkout,
	emptyPasskey,
	type GuardedUseCases,
	orderId,
	owner,
	productId,
	purchase,
	quoteId,
	quoteRequest,
	review,
	type UseCase,
} from "./fixture.ts";

export const useCasesForShoppers: GuardedUseCases = {
	"account:delete": {
		deleteOwnAccount: (shop) => deleteOwnAccount(shop, "password"),
	},
	"lists:save": {
		addSavedList: (shop) => addSavedList(shop, { name: "Brake jobs", lines: [] }),
		deleteSavedList: (shop) => deleteSavedList(shop, "none"),
		listSavedLists: (shop) => listSavedLists(shop),
		addListToBasket: (shop) => addListToBasket(shop, "none"),
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
		addPastCheckoutToBasket: (shop) => addPastCheckoutToBasket(shop, checkout.checkoutId),
		orderBasket: (shop) => orderBasket(shop, { ...purchase, key: "none", lines: [] }),
		removeBasketLine: (shop) => removeBasketLine(shop, productId),
		reviewBasket: (shop) => reviewBasket(shop),
		saveBasketAsList: (shop) => saveBasketAsList(shop, "Brake jobs"),
		setBasketLine: (shop) => setBasketLine(shop, { productId, quantity: 1 }),
		requestStockAlert: (shop) => requestStockAlert(shop, purchase.productId),
		cancelStockAlert: (shop) => cancelStockAlert(shop, purchase.productId),
		hasStockAlert: (shop) => hasStockAlert(shop, purchase.productId),
		listStockAlerts: (shop) => listStockAlerts(shop),
		acceptQuote: (shop) => acceptQuote(shop, quoteId, { ...purchase, revision: 0 }),
		declineQuote: (shop) => declineQuote(shop, quoteId),
		getOwnQuotesPage: (shop) => getOwnQuotesPage(shop, 0),
		listOwnQuotes: (shop) => listOwnQuotes(shop),
		requestQuote: (shop) => requestQuote(shop, { ...quoteRequest, formKey: null }),
		requireOwnQuote: (shop) => requireOwnQuote(shop, quoteId),
		placeOrder: (shop) => placeOrder(shop, purchase),
		placeOrders: (shop) => placeOrders(shop, { ...purchase, lines: [purchase] }),
		readDelivery: (shop) =>
			readDelivery(shop, { address: "none", ...mapOrderDetails(() => "") }, new Map()),
		requireAddress: (shop) => requireAddress(shop, "none"),
		updateAddress: (shop) => updateAddress(shop, "none", { label: "Home", ...address }),
		startCheckoutPayment: (shop) => startCheckoutPayment(shop, checkout.checkoutId, 1_999),
		startPayment: (shop) => startPayment(shop, 1_999, orderId),
	},
	"reviews:write": {
		addReview: (shop) => addReview(shop, review),
		listBoughtTools: (shop) => listBoughtTools(shop),
	},
};

/** Use cases for an account's own data only: they reject all other accounts, even admins. */
export const useCasesForOwners: Record<string, UseCase> = {
	issueAccessToken: (shop) => issueAccessToken(shop, owner.email),
	confirmCheckout: (shop) => confirmCheckout(shop, checkout.checkoutId, "pi_1"),
	confirmPayment: (shop) => confirmPayment(shop, orderId, "pi_1"),
	requestCancellation: (shop) => requestCancellation(shop, orderId),
	requireOwnOrder: (shop) => requireOwnOrder(shop, orderId),
};

export const useCasesForAccounts: Record<string, UseCase> = {
	endOtherSessions: (shop) => endOtherSessions(shop),
	endSession: (shop) => endSession(shop, "none"),
	listSessions: (shop) => listSessions(shop),
	addPasskey: (shop) => addPasskey(shop, emptyPasskey),
	listPasskeys: (shop) => listPasskeys(shop),
	removePasskey: (shop) => removePasskey(shop, "none"),
	renamePasskey: (shop) => renamePasskey(shop, "none", "Name"),
	createRegistrationOptions: (shop) => createRegistrationOptions(shop),
	confirmIdentity: (shop) => confirmIdentity(shop, { password: "" }),
	getConfirmMethod: (shop) => getConfirmMethod(shop),
	findEarlierOrder: (shop) => findEarlierOrder(shop, { id: productId }, orderId),
	findLastAddress: (shop) => findLastAddress(shop),
	getVerificationLinkState: (shop) => getVerificationLinkState(shop, "token"),
	getOwnOrdersPage: (shop) => getOwnOrdersPage(shop, 0),
	getProfile: (shop) => getProfile(shop),
	getSecondFactor: (shop) => getSecondFactor(shop),
	removeSecondFactor: (shop) => removeSecondFactor(shop, ""),
	regenerateRecoveryCodes: (shop) => regenerateRecoveryCodes(shop, ""),
	readOwnData: (shop) => readOwnData(shop, ""),
	resendVerificationLink: (shop) => resendVerificationLink(shop),
	storeImage: (shop) => storeImage(shop, new Blob(["x"])),
	updateProfile: (shop) => updateProfile(shop, { img: "", phone: "" }),
	verifyEmail: (shop) => verifyEmail(shop, "token"),
};
