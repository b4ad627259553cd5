import { expect } from "vitest";
import { listCalls } from "#contract/calls/lists.ts";
import { addBaskets, basketOf } from "./basket-rows.ts";
import type { Fixture } from "./fixture.ts";
import { noShopper, ownShopperOnly, type Row, replace200, shopperOnly, unknownId } from "./row.ts";

const listPath = ({ list }: Fixture) => `/lists/${list.id}`;
const linkPath = ({ list }: Fixture) => `/lists/${list.id}/link`;
const urlOf = ({ list }: Fixture): unknown =>
	expect.stringMatching(new RegExp(`^http.+/list/${list.shareToken}$`));
const listJson = ({ list }: Fixture) => ({
	...{ _id: list.id, name: "Brake jobs", isShared: true },
	createdAt: expect.any(String),
});
const deleted = { acknowledged: true, deletedCount: expect.any(Number) };

export const listRows: Row[] = [
	{
		call: listCalls.listSavedLists,
		path: () => "/lists",
		valid: shopperOnly,
	},
	{
		call: listCalls.saveBasketAsList,
		path: () => "/lists",
		body: () => ({ name: "Every week" }),
		arrange: addBaskets,
		valid: shopperOnly,
		invalid: { statuses: replace200(shopperOnly, 400) },
		expectedBody: () => ({ acknowledged: true, insertedId: expect.any(String) }),
	},
	{
		call: listCalls.saveBasketAsList,
		path: () => "/lists",
		body: () => ({ name: "Nothing" }),
		valid: replace200(shopperOnly, 409),
	},
	{
		call: listCalls.getSavedList,
		path: listPath,
		valid: ownShopperOnly,
		missing: { path: () => `/lists/${unknownId}`, statuses: noShopper },
		expectedBody: (fixture) => ({
			...listJson(fixture),
			...basketOf(fixture, 12),
			url: urlOf(fixture),
		}),
	},
	{
		call: listCalls.renameSavedList,
		path: listPath,
		body: () => ({ name: "Oil changes" }),
		valid: ownShopperOnly,
		invalid: { statuses: replace200(shopperOnly, 400) },
		missing: {
			path: () => `/lists/${unknownId}`,
			body: () => ({ name: "Oil changes" }),
			statuses: noShopper,
		},
		expectedBody: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 1 }),
	},
	{
		call: listCalls.deleteSavedList,
		path: listPath,
		valid: shopperOnly,
		expectedBody: () => deleted,
	},
	{
		call: listCalls.removeListLine,
		path: ({ list, product }) => `/lists/${list.id}/lines/${product.id}`,
		valid: shopperOnly,
		expectedBody: () => deleted,
	},
	{
		call: listCalls.putListIntoBasket,
		path: (fixture) => `${listPath(fixture)}/basket`,
		valid: ownShopperOnly,
		missing: { path: () => `/lists/${unknownId}/basket`, statuses: noShopper },
		expectedBody: (fixture) => basketOf(fixture, 12),
	},
	{
		call: listCalls.shareList,
		path: linkPath,
		valid: ownShopperOnly,
		missing: { path: () => `/lists/${unknownId}/link`, statuses: noShopper },
		expectedBody: (fixture) => ({ url: urlOf(fixture) }),
	},
	{
		call: listCalls.stopSharing,
		path: linkPath,
		valid: shopperOnly,
		expectedBody: () => deleted,
	},
];
