import { contactCalls } from "#contract/calls/contact.ts";
import { createCsvHeaders } from "#contract/csv.ts";
import { createApp } from "#worker/http/app.ts";
import {
	deleteMessage,
	listMessages,
	type Message,
	markMessage,
	sendMessage,
} from "#worker/shop/contact/messages.ts";
import {
	confirmSubscription,
	exportSubscribers,
	removeSubscriber,
	subscribe,
	unsubscribe,
} from "#worker/shop/contact/newsletter.ts";
import {
	getIdempotencyKey,
	register,
	registerRaw,
	respondWithPage,
	toDeleteResult,
	toInsertResult,
	toUpdateResult,
} from "./calls.ts";

const toMessageJson = ({ id, text, createdAt, answeredAt, ...message }: Message) => ({
	_id: id,
	...message,
	message: text,
	createdAt: createdAt.toISOString(),
	answeredAt: answeredAt?.toISOString() ?? null,
});

export const contactRoutes = createApp();

register(contactRoutes, contactCalls.sendMessage, async ({ shop, context, readBody }) =>
	toInsertResult(await sendMessage(shop, await readBody(), getIdempotencyKey(context))),
);

register(contactRoutes, contactCalls.listMessages, async ({ shop, context, readQuery }) =>
	respondWithPage(context, await listMessages(shop, readQuery().after), toMessageJson),
);

register(contactRoutes, contactCalls.markMessage, async ({ shop, param, readBody }) =>
	toUpdateResult(await markMessage(shop, param("id"), (await readBody()).answered)),
);

register(contactRoutes, contactCalls.deleteMessage, async ({ shop, param }) =>
	toDeleteResult(await deleteMessage(shop, param("id"))),
);

register(contactRoutes, contactCalls.subscribe, async ({ shop, readBody }) => {
	await subscribe(shop, (await readBody()).email);
	return { acknowledged: true };
});

register(contactRoutes, contactCalls.confirmSubscription, async ({ shop, readBody }) => {
	await confirmSubscription(shop, (await readBody()).token);
	return { acknowledged: true };
});

register(contactRoutes, contactCalls.unsubscribe, async ({ shop, readBody }) => {
	await unsubscribe(shop, (await readBody()).token);
	return { acknowledged: true };
});

register(contactRoutes, contactCalls.removeSubscriber, async ({ shop, readBody }) =>
	toDeleteResult(await removeSubscriber(shop, (await readBody()).email)),
);

registerRaw(contactRoutes, contactCalls.exportSubscribers, async ({ var: { shop }, req }) => {
	const csv = req.method === "HEAD" ? null : await exportSubscribers(shop);
	return new Response(csv, { headers: createCsvHeaders("newsletter") });
});
