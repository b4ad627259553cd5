import * as v from "valibot";
import { textLength } from "../limits.ts";
import { requiredMessages } from "../messages.ts";
import { text } from "./fields.ts";

export const listNameSchema = v.object({
	name: text(requiredMessages.listName, textLength.listName),
});
