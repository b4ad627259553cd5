import * as v from "valibot";
import { invalid } from "../messages.ts";
import { roleNames } from "../roles.ts";

/** Not in `accounts.ts`, because the login form imports that file, and its script would then include the role table. */
export const roleSchema = v.object({ role: v.picklist(roleNames, invalid.role) });
