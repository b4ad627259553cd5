import * as v from "valibot";
import { textLength } from "../limits.ts";
import { required } from "../messages.ts";
import { text } from "./fields.ts";

export const noteSchema = v.object({ text: text(required.note, textLength.orderNote) });
