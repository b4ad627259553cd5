import * as v from "valibot";
import { errors } from "../errors.ts";
import { textLength } from "../limits.ts";
import { text } from "./fields.ts";

const malformed = errors.validation_failed.message;

/** The form that requests or cancels a stock alert. `from` is the page to go back to. */
export const stockAlertSchema = v.object({
	tool: text(malformed, textLength.id),
	intent: v.picklist(["request", "cancel"], malformed),
	from: v.fallback(v.picklist(["tool", "list"]), "list"),
});
