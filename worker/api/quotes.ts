import { quoteCalls } from "#contract/calls/quotes.ts";
import { dollarsFromCents } from "#contract/money.ts";
import { createApp } from "#worker/http/app.ts";
import { acceptQuote } from "#worker/shop/quotes/accept.ts";
import { declineQuote, sendOffer, withdrawQuote } from "#worker/shop/quotes/answer.ts";
import {
	listOwnQuotes,
	listQuotes,
	type QuoteSummary,
	requireOwnQuote,
	requireQuote,
} from "#worker/shop/quotes/read.ts";
import { requestQuote } from "#worker/shop/quotes/request.ts";
import {
	getIdempotencyKey,
	register,
	respondWithPage,
	toInsertResult,
	toUpdateResult,
} from "./calls.ts";

export const quoteRoutes = createApp();

const toSummaryJson = ({
	id,
	state,
	createdAt,
	revision,
	expiresAt,
	totalCents,
}: QuoteSummary) => ({
	_id: id,
	state,
	revision,
	createdAt: createdAt.toISOString(),
	validUntil: expiresAt?.toISOString() ?? null,
	total: dollarsFromCents(totalCents),
});

register(quoteRoutes, quoteCalls.requestQuote, async ({ shop, context, readBody }) =>
	toInsertResult(
		await requestQuote(shop, { ...(await readBody()), formKey: getIdempotencyKey(context) }),
	),
);

register(quoteRoutes, quoteCalls.listOwnQuotes, async ({ shop }) =>
	(await listOwnQuotes(shop)).map(toSummaryJson),
);

register(quoteRoutes, quoteCalls.listQuotes, async ({ shop, context, readQuery }) =>
	respondWithPage(context, await listQuotes(shop, readQuery().after), toSummaryJson),
);

register(quoteRoutes, quoteCalls.getQuote, async ({ shop, param }) => {
	const quote = await requireQuote(shop, param("id"));
	const { tools, message, company, phone, neededBy, note, checkoutId, lines } = quote;
	return {
		...toSummaryJson(quote),
		tools,
		message,
		company,
		phone,
		neededBy,
		note,
		checkoutId,
		lines: lines.map(({ productId, name, partNumber, pieces, unitPriceCents }) => ({
			toolId: productId,
			name,
			partNumber,
			quantity: pieces,
			price: dollarsFromCents(unitPriceCents),
		})),
	};
});

register(quoteRoutes, quoteCalls.sendOffer, async ({ shop, param, readBody }) => {
	await sendOffer(shop, param("id"), await readBody());
	return toUpdateResult(1);
});

register(quoteRoutes, quoteCalls.withdrawQuote, async ({ shop, param }) => {
	await withdrawQuote(shop, param("id"));
	return toUpdateResult(1);
});

register(quoteRoutes, quoteCalls.acceptQuote, async ({ shop, param, readBody }) => {
	const { id } = await requireOwnQuote(shop, param("id"));
	const { checkoutId, orderIds } = await acceptQuote(shop, id, await readBody());
	return { ...toInsertResult(checkoutId), orders: orderIds };
});

register(quoteRoutes, quoteCalls.declineQuote, async ({ shop, param }) => {
	await declineQuote(shop, param("id"));
	return toUpdateResult(1);
});
