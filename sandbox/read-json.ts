import type { Context } from "hono";
import * as v from "valibot";

/** Thrown for an invalid request body. The app responds with 400. */
export class BadRequestError extends Error {}

/**
 * Parses a JSON body with a schema.
 * @throws BadRequestError with the first issue
 */
export async function readJson<T>(c: Context, schema: v.GenericSchema<unknown, T>): Promise<T> {
	const body: unknown = await c.req.json().catch(() => {
		throw new BadRequestError("The body is not JSON.");
	});
	const result = v.safeParse(schema, body);
	if (result.success) return result.output;
	const [issue] = result.issues;
	throw new BadRequestError(`${v.getDotPath(issue) ?? "body"}: ${issue.message}`);
}
