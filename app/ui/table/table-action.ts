import { data } from "react-router";
import { type FormErrors, formAction, redirectWithMessage } from "#app/lib/form-action.ts";
import { ShopError, ValidationError } from "#contract/errors.ts";
import { parseInput } from "#contract/parse.ts";
import { bulkSchema, runBulkAction, summarizeOutcome } from "#worker/shop/bulk.ts";
import type { Shop } from "#worker/shop/context.ts";
import type { BulkButton } from "./bulk-bar.tsx";

/**
 * Refusals are returned as errors, which stay on the page beside the rows as they are now: a toast would be gone before it is
 * read.
 * @throws ShopError 400; 401, 403; 409 when nothing could be done
 */
async function doToSelected(shop: Shop, form: FormData, actions: readonly BulkButton[]) {
	const asked = { bulk: form.get("bulk"), ids: form.getAll("ids") };
	const parsed = parseInput(bulkSchema(actions.map(({ action }) => action)), asked);
	if (!parsed.success) throw new ValidationError(parsed.issues);
	const { bulk, ids } = parsed.output;
	const outcome = await runBulkAction(shop, bulk, ids);
	const text = summarizeOutcome(bulk, outcome);
	if (outcome.done === 0) throw new ShopError("conflict", { reason: text });
	if (outcome.errors.length === 0) return text;
	const errors: FormErrors = { message: text, issues: [], values: {} };
	return errors;
}

/**
 * The `action` of a table: of its rows' buttons and of its bulk bar. Both lead back to the same rows.
 * @param doToRow returns the message that it is done
 */
export const tableAction = (
	doToRow: (shop: Shop, form: FormData) => Promise<string>,
	bulk: readonly BulkButton[] = [],
) =>
	formAction(async (shop, form, { context, url }) => {
		const isBulk = bulk.length > 0 && form.has("bulk");
		const result = isBulk ? await doToSelected(shop, form, bulk) : await doToRow(shop, form);
		if (typeof result !== "string") return data(result, 200);
		return redirectWithMessage(context, url.pathname + url.search, result);
	});
