import * as v from "valibot";
import { invalid } from "../messages.ts";
import { roleNames } from "../roles.ts";

/** Apart from `accounts.ts`, which the login form imports, so that its script does not include the table of roles. */
export const roleSchema = v.object({ role: v.picklist(roleNames, invalid.role) });
