import * as v from "valibot";
import { errors } from "#contract/errors.ts";
import { offline } from "#contract/loading-messages.ts";

/** The body and the idempotency key of `PATCH /products`. */
export type Act = { body: string; key: string };

const rejectionSchema = v.object({
	message: v.string(),
	issues: v.optional(v.array(v.object({ field: v.string(), message: v.string() })), []),
});

/** `isUnknown`: the changes may have been saved. */
export type Rejection = v.InferOutput<typeof rejectionSchema> & { isUnknown: boolean };

/** Returns null if the changes are saved. */
export async function sendEdits({ body, key }: Act): Promise<Rejection | null> {
	const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
	try {
		const response = await fetch("/products", { method: "PATCH", headers, body });
		if (response.ok) return null;
		const isUnknown = response.status >= 500;
		const parsed = v.safeParse(rejectionSchema, await response.json().catch(() => null));
		const rejection = parsed.success ? parsed.output : null;
		return { message: errors.unavailable.message, issues: [], ...rejection, isUnknown };
	} catch {
		return { message: offline, issues: [], isUnknown: true };
	}
}
