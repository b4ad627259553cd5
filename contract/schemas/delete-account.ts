import * as v from "valibot";
import { invalid, requiredMessages } from "../messages.ts";

export const createDeleteAccountSchema = ({ hasPassword }: { hasPassword: boolean }) =>
	v.object({
		password: v.optional(
			v.pipe(v.string(), v.minLength(hasPassword ? 1 : 0, requiredMessages.password)),
			"",
		),
		sure: v.optional(v.pipe(v.unknown(), v.literal("yes", invalid.sure)), "no"),
	});
