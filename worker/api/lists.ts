import { listCalls } from "#contract/calls/lists.ts";
import { createApp } from "#worker/http/app.ts";
import { toBasket } from "#worker/shop/basket/view.ts";
import { addCurrentPrices } from "#worker/shop/lists/current-prices.ts";
import {
	addListToBasket,
	deleteSavedList,
	getSharedListUrl,
	listSavedLists,
	removeListLine,
	renameSavedList,
	requireSavedList,
	type SavedList,
	saveBasketAsList,
	shareList,
	stopSharing,
} from "#worker/shop/lists/lists.ts";
import { toBasketJson } from "./basket.ts";
import {
	getIdempotencyKey,
	register,
	toDeleteResult,
	toInsertResult,
	toUpdateResult,
} from "./calls.ts";

const toListJson = ({ id, name, createdAt, shareToken }: SavedList) => ({
	_id: id,
	name,
	createdAt: createdAt.toISOString(),
	isShared: shareToken !== null,
});

export const listRoutes = createApp();

register(listRoutes, listCalls.listSavedLists, async ({ shop }) =>
	(await listSavedLists(shop)).map((list) => ({ ...toListJson(list), lines: list.lineCount })),
);

register(listRoutes, listCalls.saveBasketAsList, async ({ shop, readBody }) =>
	toInsertResult(await saveBasketAsList(shop, (await readBody()).name)),
);

register(listRoutes, listCalls.getSavedList, async ({ shop, param }) => {
	const list = await requireSavedList(shop, param("id"));
	const { shareToken } = list;
	return {
		...toListJson(list),
		...toBasketJson(addCurrentPrices(list.lines)),
		url: shareToken && getSharedListUrl(shop, shareToken),
	};
});

register(listRoutes, listCalls.renameSavedList, async ({ shop, param, readBody }) => {
	await renameSavedList(shop, param("id"), (await readBody()).name);
	return toUpdateResult(1);
});

register(listRoutes, listCalls.deleteSavedList, async ({ shop, param }) =>
	toDeleteResult(await deleteSavedList(shop, param("id"))),
);

register(listRoutes, listCalls.removeListLine, async ({ shop, param }) =>
	toDeleteResult(await removeListLine(shop, param("id"), param("productId"))),
);

register(listRoutes, listCalls.addListToBasket, async ({ shop, param, context }) =>
	toBasketJson(toBasket(await addListToBasket(shop, param("id"), getIdempotencyKey(context)))),
);

register(listRoutes, listCalls.shareList, async ({ shop, param }) => ({
	url: getSharedListUrl(shop, await shareList(shop, param("id"))),
}));

register(listRoutes, listCalls.stopSharing, async ({ shop, param }) =>
	toDeleteResult(await stopSharing(shop, param("id"))),
);
