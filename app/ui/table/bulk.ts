import { data, redirect } from "react-router";
import type { FormErrors } from "#app/lib/form-action.ts";
import { type BulkDeed, summaryOf } from "#contract/bulk.ts";
import { inputError, ShopError } from "#contract/errors.ts";
import { parseInput } from "#contract/parse.ts";
import { bulkSchema } from "#contract/schemas/bulk.ts";
import { doInBulk } from "#worker/shop/bulk.ts";
import type { Shop } from "#worker/shop/context.ts";

/** Whether a form is about the rows that are selected, and not about one. */
export const isBulk = (form: FormData): boolean => form.has("bulk");

/**
 * Does what a bulk bar asks for. What was refused in part stays on the page until the next form, beside the rows as
 * they are now; a message that passes would not be read to its end.
 * @param allowed what can be done to the rows of this table
 * @param url of the table
 * @throws ShopError 400; 401, 403; 409 when nothing could be done
 */
export async function answerBulk(shop: Shop, form: FormData, allowed: BulkDeed[], url: URL) {
	const asked = { bulk: form.get("bulk"), ids: form.getAll("ids") };
	const parsed = parseInput(bulkSchema(allowed), asked);
	if (!parsed.success) throw inputError(parsed.issues);
	const { bulk, ids } = parsed.output;
	const outcome = await doInBulk(shop, bulk, ids);
	const text = summaryOf(bulk, outcome);
	if (outcome.done === 0) throw new ShopError("conflict", text);
	if (outcome.refusals.length > 0) {
		const errors: FormErrors = { message: text, issues: [], values: {} };
		return data(errors, 200);
	}
	shop.visitor.flash({ kind: "success", text });
	return redirect(url.pathname + url.search, 303);
}
