import { textLength } from "../limits.ts";
import { required } from "../messages.ts";
import { text } from "./fields.ts";

export const listName = text(required.listName, textLength.listName);
