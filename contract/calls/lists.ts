import * as v from "valibot";
import { basketLinesMax, savedListsMax } from "../limits.ts";
import { listNameSchema } from "../schemas/lists.ts";
import { basketResponse } from "./basket.ts";
import { defineCall, deletedResponse, insertedResponse, modifiedResponse } from "./call.ts";

const shopperOnly = { access: "lists:save", forbiddenError: "staff_basket" } as const;

const listResponse = v.object({
	_id: v.string(),
	name: v.string(),
	createdAt: v.string(),
	isShared: v.boolean(),
});

export const listCalls = {
	listSavedLists: defineCall("GET", "/lists", {
		...shopperOnly,
		summary: "Your saved lists, by name",
		response: v.array(v.object({ ...listResponse.entries, lines: v.number() })),
	}),
	saveBasketAsList: defineCall("POST", "/lists", {
		...shopperOnly,
		summary: "Save your basket as a list",
		note: `At most ${savedListsMax} per account, each with a unique name and up to ${basketLinesMax} tools. Saving the same basket under the same name again changes nothing.`,
		body: listNameSchema,
		response: insertedResponse,
		errors: ["list_empty", "list_name_taken", "too_many_lists", "rate_limited"],
	}),
	getSavedList: defineCall("GET", "/lists/{id}", {
		...shopperOnly,
		summary: "The tools of a saved list, with current prices and stock",
		note: "`lines` has the same format as in a basket. `url` is null unless the list is shared.",
		response: v.object({
			...listResponse.entries,
			...basketResponse.entries,
			url: v.nullable(v.string()),
		}),
		errors: ["list_not_found"],
	}),
	renameSavedList: defineCall("PUT", "/lists/{id}", {
		...shopperOnly,
		summary: "Rename a saved list",
		body: listNameSchema,
		response: modifiedResponse,
		errors: ["list_not_found", "list_name_taken", "rate_limited"],
	}),
	deleteSavedList: defineCall("DELETE", "/lists/{id}", {
		...shopperOnly,
		summary: "Delete a saved list",
		response: deletedResponse,
		errors: ["rate_limited"],
	}),
	removeListLine: defineCall("DELETE", "/lists/{id}/lines/{productId}", {
		...shopperOnly,
		summary: "Remove a tool from a saved list",
		response: deletedResponse,
		errors: ["rate_limited"],
	}),
	addListToBasket: defineCall("POST", "/lists/{id}/basket", {
		...shopperOnly,
		summary: "Put the tools of a saved list into your basket",
		retryNote: "Retrying with the same key does not add the pieces twice.",
		note: "Returns the basket. If a tool is already in it, the quantities are added. Without a key, the same list is not added twice within 10 seconds. Tools that are no longer sold, and those that exceed the size of a basket, are skipped.",
		response: basketResponse,
		errors: ["list_not_found", "rate_limited"],
	}),
	shareList: defineCall("PUT", "/lists/{id}/link", {
		...shopperOnly,
		summary: "Share a saved list with a link",
		note: "Anyone with the link can see its tools and quantities. A list that is already shared keeps its link.",
		response: v.object({ url: v.string() }),
		errors: ["list_not_found", "rate_limited"],
	}),
	stopSharing: defineCall("DELETE", "/lists/{id}/link", {
		...shopperOnly,
		summary: "Stop sharing a saved list, and disable its link",
		response: deletedResponse,
		errors: ["rate_limited"],
	}),
};
