import { expect } from "vitest";
import { listCalls } from "#contract/calls/lists.ts";
import { addBaskets, buildBasketJson, deleteResponse } from "./basket-rows.ts";
import type { Fixture } from "./fixture.ts";
import {
	type ContractRow,
	invalidForShoppers,
	notFoundForShoppers,
	privateToOwner,
	replaceSuccess,
	shopperOnly,
	unknownId,
	updateResponse,
} from "./row.ts";

const getListPath = ({ list }: Fixture) => `/lists/${list.id}`;
const getLinkPath = ({ list }: Fixture) => `/lists/${list.id}/link`;
const matchShareUrl = ({ list }: Fixture): unknown =>
	expect.stringMatching(new RegExp(`^http.+/list/${list.shareToken}$`));
const buildListJson = ({ list }: Fixture) => ({
	_id: list.id,
	name: "Brake jobs",
	isShared: true,
	createdAt: expect.any(String),
});

export const listRows: ContractRow[] = [
	{
		call: listCalls.listSavedLists,
		path: () => "/lists",
		statuses: shopperOnly,
	},
	{
		call: listCalls.saveBasketAsList,
		path: () => "/lists",
		body: () => ({ name: "Every week" }),
		arrange: addBaskets,
		statuses: shopperOnly,
		invalidCase: { statuses: invalidForShoppers },
		expectedBody: () => ({ acknowledged: true, insertedId: expect.any(String) }),
	},
	{
		call: listCalls.saveBasketAsList,
		path: () => "/lists",
		body: () => ({ name: "Empty basket" }),
		statuses: replaceSuccess(shopperOnly, 409),
	},
	{
		call: listCalls.getSavedList,
		path: getListPath,
		statuses: privateToOwner,
		missingCase: { path: () => `/lists/${unknownId}`, statuses: notFoundForShoppers },
		expectedBody: (fixture) => ({
			...buildListJson(fixture),
			...buildBasketJson(fixture, { quantity: 12 }),
			url: matchShareUrl(fixture),
		}),
	},
	{
		call: listCalls.renameSavedList,
		path: getListPath,
		body: () => ({ name: "Oil changes" }),
		statuses: privateToOwner,
		invalidCase: { statuses: invalidForShoppers },
		missingCase: {
			path: () => `/lists/${unknownId}`,
			body: () => ({ name: "Oil changes" }),
			statuses: notFoundForShoppers,
		},
		expectedBody: () => updateResponse,
	},
	{
		call: listCalls.deleteSavedList,
		path: getListPath,
		statuses: shopperOnly,
		expectedBody: () => deleteResponse,
	},
	{
		call: listCalls.removeListLine,
		path: ({ list, product }) => `/lists/${list.id}/lines/${product.id}`,
		statuses: shopperOnly,
		expectedBody: () => deleteResponse,
	},
	{
		call: listCalls.addListToBasket,
		path: (fixture) => `${getListPath(fixture)}/basket`,
		statuses: privateToOwner,
		missingCase: { path: () => `/lists/${unknownId}/basket`, statuses: notFoundForShoppers },
		expectedBody: (fixture) => buildBasketJson(fixture, { quantity: 12 }),
	},
	{
		call: listCalls.shareList,
		path: getLinkPath,
		statuses: privateToOwner,
		missingCase: { path: () => `/lists/${unknownId}/link`, statuses: notFoundForShoppers },
		expectedBody: (fixture) => ({ url: matchShareUrl(fixture) }),
	},
	{
		call: listCalls.stopSharing,
		path: getLinkPath,
		statuses: shopperOnly,
		expectedBody: () => deleteResponse,
	},
];
