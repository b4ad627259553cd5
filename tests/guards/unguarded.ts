/** Use cases that check no permission: public pages, signing in, baskets, and what a token in a link allows. */
const openToEveryone = `
addToBasket checkLines checkTables clearViewed completeSignIn confirmPaymentByLink confirmSubscription countSitemapParts findProduct
findSimilarTools findSubscription findTools forgotPassword getCardForm getHome getPasskeyOptions getPendingLink getPendingSignIn
getProductCount getSeller getSharedListUrl linkWithPassword listDocuments listProductsAfter
listPublishedProducts listReviews listSitemapPart readBasket readLinkedOrders readResetLink receiveEvent recordToolView removeFromBasket
requireProduct requireProductPage requireSharedList resetPassword sendMessage setBasketQuantity signGoogleLink signInWithGoogle
signInWithPasskey signInWithPassword signOut signUp startPaymentByLink startWithEmptyAccount subscribe suggestTools unsubscribe`;

/** Use cases that read details of an account, an order, a checkout or a quote. The loader or the action has checked before that the account may read it. */
const afterEarlierCheck = `
getOrderPayment getUnsentEmails hasPassword hasPayment isCustomerOf isOrderCharged isOrderPaymentInProgress matchToolLines readCheckoutTotals
readPaymentLinkTotals readTimeline readUnusedShareRefunds`;

/** Use cases that only call one in staff.ts or customers.ts, and a check that all of them share. */
const checkedElsewhere = `
placeOrderWithTime readCheckoutPage requireOwnCheckout requireRecentSignIn runTransition`;

export const unguardedUseCases = [openToEveryone, afterEarlierCheck, checkedElsewhere].flatMap(
	(names) => names.trim().split(/\s+/),
);
