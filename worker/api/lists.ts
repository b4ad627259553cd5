import { Hono } from "hono";
import { listCalls } from "#contract/calls/lists.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { toBasket } from "#worker/shop/basket/view.ts";
import { withCurrentPrices } from "#worker/shop/lists/current-prices.ts";
import {
	deleteSavedList,
	getSharedListUrl,
	listSavedLists,
	putListIntoBasket,
	removeListLine,
	renameSavedList,
	requireSavedList,
	type SavedList,
	saveBasketAsList,
	shareList,
	stopSharing,
} from "#worker/shop/lists/lists.ts";
import { basketJson } from "./basket.ts";
import { deleteResult, handle, idempotencyKeyOf, insertResult, updateResult } from "./calls.ts";

const listJson = ({ id, name, createdAt, shareToken }: SavedList) => ({
	_id: id,
	name,
	createdAt: createdAt.toISOString(),
	isShared: shareToken !== null,
});

export const lists = new Hono<AppEnv>();

handle(lists, listCalls.listSavedLists, async ({ shop }) =>
	(await listSavedLists(shop)).map((list) => ({ ...listJson(list), lines: list.lines })),
);

handle(lists, listCalls.saveBasketAsList, async ({ shop, readBody }) =>
	insertResult(await saveBasketAsList(shop, (await readBody()).name)),
);

handle(lists, listCalls.getSavedList, async ({ shop, param }) => {
	const list = await requireSavedList(shop, param("id"));
	const { shareToken } = list;
	return {
		...listJson(list),
		...basketJson(withCurrentPrices(list.lines)),
		url: shareToken && getSharedListUrl(shop, shareToken),
	};
});

handle(lists, listCalls.renameSavedList, async ({ shop, param, readBody }) => {
	await renameSavedList(shop, param("id"), (await readBody()).name);
	return updateResult(1);
});

handle(lists, listCalls.deleteSavedList, async ({ shop, param }) =>
	deleteResult(await deleteSavedList(shop, param("id"))),
);

handle(lists, listCalls.removeListLine, async ({ shop, param }) =>
	deleteResult(await removeListLine(shop, param("id"), param("productId"))),
);

handle(lists, listCalls.putListIntoBasket, async ({ shop, param, context }) =>
	basketJson(toBasket(await putListIntoBasket(shop, param("id"), idempotencyKeyOf(context)))),
);

handle(lists, listCalls.shareList, async ({ shop, param }) => ({
	url: getSharedListUrl(shop, await shareList(shop, param("id"))),
}));

handle(lists, listCalls.stopSharing, async ({ shop, param }) =>
	deleteResult(await stopSharing(shop, param("id"))),
);
