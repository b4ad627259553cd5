import * as v from "valibot";
import { requiredMessages } from "../messages.ts";
import { email, name } from "./fields.ts";
import { purchaseSchema } from "./orders.ts";

const { quantity: _, ...delivery } = purchaseSchema.entries;

/** The email is lowercased, because staff type it as they hear it. */
export const customerSchema = v.object({
	email: v.pipe(v.string(requiredMessages.email), v.trim(), v.toLowerCase(), email),
	name: v.optional(name),
});

export const customerOrderSchema = v.object({ ...customerSchema.entries, ...delivery });
