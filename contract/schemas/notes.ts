import * as v from "valibot";
import { textLength } from "../limits.ts";
import { requiredMessages } from "../messages.ts";
import { text } from "./fields.ts";

export const noteSchema = v.object({ text: text(requiredMessages.note, textLength.orderNote) });
