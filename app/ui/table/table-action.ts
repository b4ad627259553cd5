import { data } from "react-router";
import { type FormErrors, formAction, redirectWithMessage } from "#app/lib/form-action.ts";
import { ShopError, ValidationError } from "#contract/errors.ts";
import { parseInput } from "#contract/parse.ts";
import { createBulkSchema, runBulkAction, summarizeOutcome } from "#worker/shop/bulk-actions.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import type { BulkButton } from "./bulk-bar.tsx";

/** Reports rejected rows as form errors, because a toast would disappear. */
async function runOnSelectedRows(
	shop: ShopContext,
	form: FormData,
	actions: readonly BulkButton[],
) {
	const input = { bulk: form.get("bulk"), ids: form.getAll("ids") };
	const parsed = parseInput(createBulkSchema(actions.map(({ action }) => action)), input);
	if (!parsed.success) throw new ValidationError(parsed.issues);
	const { bulk, ids } = parsed.output;
	const outcome = await runBulkAction(shop, bulk, ids);
	const text = summarizeOutcome(bulk, outcome);
	if (outcome.doneCount === 0) throw new ShopError("conflict", { reason: text });
	if (outcome.errorCodes.length === 0) return text;
	const errors: FormErrors = { message: text, issues: [], values: {} };
	return errors;
}

/**
 * Creates the `action` of a table page, for its row buttons and its bulk bar.
 * @param runOnRow - returns the success message
 */
export const tableAction = (
	runOnRow: (shop: ShopContext, form: FormData) => Promise<string>,
	bulk: readonly BulkButton[] = [],
) =>
	formAction(async (shop, form, { context, url }) => {
		const isBulk = bulk.length > 0 && form.has("bulk");
		const result = isBulk ? await runOnSelectedRows(shop, form, bulk) : await runOnRow(shop, form);
		if (typeof result !== "string") return data(result, 200);
		return redirectWithMessage(context, url.pathname + url.search, result);
	});
