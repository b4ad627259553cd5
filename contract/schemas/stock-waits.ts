import * as v from "valibot";
import { errors } from "../errors.ts";
import { textLength } from "../limits.ts";
import { text } from "./fields.ts";

const malformed = errors.validation_failed.message;

/** The form that requests an email when a tool is back in stock, or cancels that request. `from` is the page to go back to. */
export const stockWaitSchema = v.object({
	tool: text(malformed, textLength.id),
	intent: v.picklist(["wait", "stop"], malformed),
	from: v.fallback(v.picklist(["tool", "list"]), "list"),
});
