import * as v from "valibot";
import { textLength } from "../limits.ts";
import { required } from "../messages.ts";
import { text } from "./fields.ts";

export const listNameSchema = v.object({ name: text(required.listName, textLength.listName) });
