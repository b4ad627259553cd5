import type { Context } from "hono";
import * as v from "valibot";

/** A request of the sandbox's own JSON calls that it cannot read: answered with 400. */
export class BadRequest extends Error {}

/**
 * Reads a JSON body.
 * @returns what the schema makes of it
 * @throws BadRequest naming the first thing that is wrong
 */
export async function readJson<T>(c: Context, schema: v.GenericSchema<unknown, T>): Promise<T> {
	const body: unknown = await c.req.json().catch(() => {
		throw new BadRequest("The body is not JSON.");
	});
	const result = v.safeParse(schema, body);
	if (result.success) return result.output;
	const [issue] = result.issues;
	throw new BadRequest(`${v.getDotPath(issue) ?? "body"}: ${issue.message}`);
}
