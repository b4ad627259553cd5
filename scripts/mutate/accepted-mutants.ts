/** Why each of these mutants may survive, by the mutant's key. The run fails if an entry matches no mutant, or if a test kills the mutant. */
export const acceptedMutants: Record<string, string> = {
	"contract/schemas/fields.ts price: v.number(invalid.price) → nothing":
		"Equivalent: an invalid price is null here, which is below the minimum price and has the same message.",
	"contract/schemas/tools-query.ts toQuery: min !== null && max !== null → max !== null":
		"Equivalent: without a minimum price, null is compared as 0, which is not above any price.",
	"worker/http/body.ts readBytes: end > bytes.length → end >= bytes.length":
		"The same bytes: a full buffer is copied to a larger one too early.",
	'worker/http/security.ts securityHeaders: crossOriginResourcePolicy: "same-origin" → nothing':
		"Equivalent: it is the default of Hono. The test of all headers checks the value.",
	'worker/http/request-context.ts getNetwork: !address.includes(":") || address.includes(".") → address.includes(".")':
		"Equivalent: an address with neither a colon nor a dot is not IPv6, and is returned unchanged two lines later.",
	"worker/shop/accounts/google.ts linkAccount: isNotNull(users.emailVerifiedAt) → nothing":
		"Defense in depth: `createOrLink` has read that it is not null, and nothing sets it back to null.",
	"worker/shop/accounts/own-data.ts rowsPerRead: 500 → 500 + 1":
		"Changes only the number of rows in memory, not the output.",
	"worker/shop/accounts/reset.ts resetPassword: eq(users.id, owner.id) → nothing":
		"Equivalent: no two accounts have the same hash, because its salt has 128 random bits.",
	"worker/shop/orders/search.ts readOrdersAfter: result.length === max → false":
		"The same orders with one more query, which returns none.",
	"worker/shop/accounts/sign-in.ts maxAttempts: 2 → 2 + 1":
		"One more attempt if the password hash changes during each of two; the number is not specified.",
	"worker/shop/orders/ship-many.ts writeShipments: eq(auditLog.action, action) → nothing":
		"Equivalent: the other conditions exclude the other action. `canShip` matches no shipped order, and an order that this call ships has the line's tracking number, so `canAddTracking` does not match it.",
	"worker/shop/payments/settle.ts wasStartedFor: !paymentRow → true":
		"The same result: an order that the payment does not pay is rejected after the payment was settled, which changes nothing that the sweep would not.",
	"worker/shop/orders/place.ts maxAttempts: 3 → 3 + 1":
		"One more attempt before a 503 when the stock changes during each of three; the number is not specified.",
	'worker/shop/orders/search.ts getSortOrder: view.by === "id" → false':
		"The same output: ids are unique, so the second sort column has no effect. tests/api/query-plans checks the index.",
	"worker/shop/payments/find-or-create-intent.ts hasKey: eq(paymentKeys.orderId, orderId) → nothing":
		"Equivalent: keys have 120 random bits or more, so no two orders have the same.",
	"worker/shop/payments/payment-rows.ts requireShopId: !row → false":
		"It throws one line later too, with a less helpful message for the operator.",
	"worker/shop/payments/sweep.ts sweepPayments: consecutiveFailures > 0 && consecutiveFailures + inFlightCount >= maxConsecutiveFailures → consecutiveFailures + inFlightCount >= maxConsecutiveFailures":
		"Equivalent: at most five checks run at the same time. When the next one starts, four are in flight, which without a failure is below the limit.",
	"worker/http/body.ts readBytes: declaredLength > 0 → declaredLength >= 0":
		"The same bytes: only the size of the initial buffer differs.",
	"worker/http/theme.ts stripThemeFromETags: cached.length > 0 → true":
		"Equivalent: an empty If-None-Match has no ETag, like a missing one.",
	"worker/shop/accounts/delete-account.ts maxAttempts: 20 → 20 + 1":
		"One more attempt before a 503 when the shopper orders during each of twenty; the number is not specified.",
	"worker/shop/accounts/own-data.ts rowsPerRead: rowsPerRead → -1":
		"Changes only the number of rows in memory, not the output.",
	"worker/api/products.ts productRoutes: q.length < minSuggestionQueryLength → false":
		"The same response with one more query: a search for one letter finds nothing.",
	"worker/shop/payments/read.ts getOrderPayment: !transactionId → false":
		"The same result with one more query: no payment has the id null.",
	"worker/shop/accounts/delete-account.ts deleteOwnAccount: attempt < maxAttempts → attempt <= maxAttempts":
		"One more attempt before a 503 when the shopper orders during each of twenty; the number is not specified.",
	"worker/shop/orders/read.ts findEarlierOrder: orderId → true":
		"The same result with one more query: no order has the id null.",
	"worker/shop/payments/send-refund.ts replaceStripeKey: isWaiting(request) → nothing":
		"Equivalent: a key has 120 random bits, and that of a request that no longer waits is not used again.",
	"worker/shop/orders/transition.ts transitionOrder: actor && action → actor":
		"Equivalent: a transition without an audit action has no capability either, which is checked next.",
	"worker/shop/orders/transition.ts advanceOrder: requireReadyTo(await requireOrder(shop, id), transition); → nothing":
		"The same error after a write that changes nothing: the transition is checked again after the write.",
	"worker/services/stripe.ts needsNewIdempotencyKey: !isStripeError(error) → false":
		"Equivalent: other errors have no statusCode, which is checked next; the compiler requires the class.",
	"worker/auth/passwords.ts verifyPassword: isEqual && storedHash !== null → isEqual":
		"Equivalent: no password is known whose key is the 32 zero bytes of the dummy hash.",
	"worker/shop/accounts/links.ts sendLink: eq(kind.table.userId, userId) → nothing":
		"Equivalent: no two links have the same hash of a random token.",
	"worker/shop/accounts/erase.ts eraseAccount: inArray(auditLog.action, userActions) → nothing":
		"Equivalent: no entry of another action is about an account, and ids are random.",
	"worker/auth/sessions.ts createSession: isCreated → nothing #2":
		"Equivalent: without a new session, all sessions of the account are among its newest 100.",
	"worker/shop/accounts/links.ts storeLink: eq(table.userId, userId) → nothing":
		"Equivalent: no two links have the same hash of a random token.",
	"contract/permissions.ts describeAccess: capability → true":
		"Equivalent: no role has the capability undefined.",
	"contract/dates.ts format: formatters.set(options, byTimeZone.set(timeZone, formatter)); → nothing":
		"The same text, formatted slowly.",
	"worker/shop/catalogue/find.ts search: query.page > 0 → query.page >= 0":
		"The same result with one more query: a first page without products has no matches.",
	"worker/shop/catalogue/search-text.ts mayLackLeadingLetters: /^\\d.{2}/ → /\\d.{2}/":
		"The same result with a longer query: `partDigits` begins with no letter, so it equals no key that does.",
	"worker/shop/orders/search.ts conditions: isSearch → true":
		"The same output. tests/api/query-plans checks the index.",
	"worker/shop/orders/transition.ts transitionOrder: changedOrder && emailKind → changedOrder":
		"Equivalent: no email has the kind null.",
	"worker/shop/orders/ship.ts setTracking: isSaved && needsEmail → isSaved":
		"Equivalent: no email was queued. The sweep would send one from an earlier change too.",
	"worker/shop/orders/ship.ts saveShipment: shippedCount === 0 && shipment → shipment":
		"The same result with two more round trips: an order that was just shipped has this tracking number.",
	"worker/shop/orders/place-for-customer.ts findCustomers: customerMatchesMax → -1 #3":
		"The same customers: only ten of all rows are returned.",
	"worker/shop/overview/read.ts selectLowStock: db .select({ id, name, quantity, minimum }) .from(products) .where(and(isNull(products.deletedAt), h… → db .select({ id, name, quantity, minimum }) .from(products) .where(and(isNull(products.deletedAt), h…":
		"The same output: SQLite reads these rows from an index in this order, which is not guaranteed.",
	"worker/shop/overview/read.ts getOverview: db .select({ id: payments.id }) .from(payments) .where(and(isNotNull(payments.problem), isNull(payme… → db .select({ id: payments.id }) .from(payments) .where(and(isNotNull(payments.problem), isNull(payme…":
		"The same number of rows. tests/api/query-plans checks the index.",
	"worker/shop/overview/read.ts getOverview: gt(messages.createdAt, new Date(0)) → nothing":
		"Always true. tests/api/query-plans checks the index.",
	"worker/shop/overview/read.ts getOverview: current.to - previous.from → current.to + previous.from":
		"Equivalent: no more days match than the limit allows.",
	"worker/shop/status/read.ts getStatus: gt(payments.updatedAt, epoch) → nothing":
		"Always true. tests/api/query-plans checks the index.",
};
