/** Key, as the run prints it → why no test has to notice it. An entry without a mutant, or that a unit test notices, fails the run. */
export const accepted: Record<string, string> = {
	"contract/schemas/fields.ts price: v.number(invalid.price) → nothing":
		"Equivalent: what is no price is null by then, which is below the least price and refused with the same words.",
	"contract/schemas/finding.ts toQuery: min !== null && max !== null → max !== null":
		"Equivalent: where there is no least price, null is compared as 0, which is above no price.",
	"worker/http/body.ts readBytes: end > bytes.length → end >= bytes.length":
		"The same bytes: a buffer that is just full is copied to a larger one for nothing.",
	'worker/http/security.ts securityHeaders: crossOriginResourcePolicy: "same-origin" → nothing':
		"Equivalent: it is what Hono sets by default. The test of all headers holds the value.",
	'worker/http/request-context.ts networkOf: !address.includes(":") || address.includes(".") → address.includes(".")':
		"Equivalent: what has neither a colon nor a dot is no IPv6 address, and is given back as it is two lines later.",
	"worker/shop/accounts/google.ts link: isNotNull(users.emailVerifiedAt) → nothing":
		"Defense in depth: `createOrLink` has read that it is not null, and nothing sets it back to null.",
	"worker/shop/accounts/own-data.ts pageSize: 500 → 500 + 1":
		"How many rows are held in memory at a time: nothing that anybody reads changes.",
	"worker/shop/accounts/reset.ts resetPassword: eq(users.id, found.id) → nothing":
		"Equivalent: the salt of 128 random bits makes each hash one account's alone.",
	"worker/shop/orders/search.ts readOrdersAfter: found.length === max → false":
		"The same orders by one statement more, which asks for none.",
	"worker/shop/orders/place.ts maxAttempts: 3 → 3 + 1":
		"One try more before a 503, where the stock changed at each of three; no number of tries is promised.",
	'worker/shop/orders/search.ts orderOfView: view.by === "id" → false':
		"Equivalent in what is shown: ids are unique, so no time decides between two. The index is held by tests/api/query-plans.",
	"worker/shop/payments/start.ts isKey: eq(paymentKeys.orderId, orderId) → nothing":
		"Equivalent: keys are random, 120 bits and more, so that none is the key of two orders.",
	"worker/shop/payments/records.ts requireShopId: !row → false":
		"It throws all the same, one line later, with less helpful words for the operator.",
	"worker/shop/payments/sweep.ts sweepPayments: failuresInRow > 0 && failuresInRow + inFlight >= failuresUntilAway → failuresInRow + inFlight >= failuresUntilAway":
		"Equivalent: five are under way at most, so no more than four when another is begun, and without a failure that is fewer than five.",
	"worker/http/body.ts readBytes: declared > 0 → declared >= 0":
		"The same bytes: only the size of the first buffer differs.",
	"worker/http/theme.ts stripThemeFromETags: cached.length > 0 → true":
		"Equivalent: an empty If-None-Match names no ETag, as a missing one does.",
	"worker/http/theme.ts isTheme: name !== undefined && Object.hasOwn(themes, name) → Object.hasOwn(themes, name)":
		"Equivalent: no theme is called undefined; the compiler asks for the comparison.",
	"worker/shop/accounts/delete-account.ts maxAttempts: 20 → 20 + 1":
		"One try more before a 503, where somebody ordered during each of twenty; no number of tries is promised.",
	"worker/shop/accounts/own-data.ts mailsOfOrder: pageSize → -1":
		"How many rows are held in memory at a time: nothing that anybody reads changes.",
	"worker/shop/accounts/own-data.ts listSchema: v.array(v.unknown()) → nothing":
		"Equivalent: what is parsed comes from json_group_array, which gives a list always.",
	"worker/api/products.ts products: q.length < minSuggestionLength → false":
		"The same answer by one query more: a search for one letter finds nothing.",
	"worker/shop/payments/read.ts getPaymentOf: !transactionId → false":
		"The same answer by one query more: no payment has the id null.",
	"worker/shop/accounts/delete-account.ts deleteOwnAccount: attempt < maxAttempts → attempt <= maxAttempts":
		"One try more before a 503, where somebody ordered during each of twenty; no number of tries is promised.",
	"worker/shop/orders/read.ts findOrderBefore: orderId → true":
		"The same answer by one query more: no order has the id null.",
	"worker/shop/orders/transition.ts moveOrder: account && action → account":
		"Equivalent: a transition without an audit action has no capability either, which is asked next.",
	"worker/shop/orders/export.ts streamOrders: rows.length > 0 → rows.length >= 0":
		"Equivalent: an empty chunk adds nothing to the file.",
	"worker/shop/orders/transition.ts advanceOrder: requireMove(await requireOrder(shop, id), transition); → nothing":
		"The same refusal after a write that changes nothing: it is asked again then.",
	"worker/services/stripe.ts isKeyUsed: !(error instanceof Stripe.errors.StripeError) → false":
		"Equivalent: other errors have no statusCode, which is asked next; the compiler wants the class.",
	"worker/shop/accounts/links.ts sendLink: eq(kind.table.userId, userId) → nothing":
		"Equivalent: the hash of a random token is one link's alone.",
};
