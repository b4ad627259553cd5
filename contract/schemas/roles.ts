import * as v from "valibot";
import { invalid } from "../messages.ts";
import { roleNames } from "../roles.ts";

/** In a file of its own, because the login form must not include the table of roles. */
export const roleSchema = v.object({ role: v.picklist(roleNames, invalid.role) });
