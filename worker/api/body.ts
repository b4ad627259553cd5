import type { Context } from "hono";
import type { GenericSchema } from "valibot";
import { inputError, ShopError } from "#contract/errors.ts";
import { jsonBytes } from "#contract/limits.ts";
import { failure, invalid } from "#contract/messages.ts";
import { parseInput } from "#contract/parse.ts";

/**
 * @returns the body's text, of at most 64 KiB; a lying or missing Content-Length does not help
 * @throws ShopError 413
 */
export async function readText(request: Request): Promise<string> {
	const decoder = new TextDecoder();
	let text = "";
	let bytes = 0;
	for await (const chunk of request.body ?? []) {
		bytes += chunk.byteLength;
		if (bytes > jsonBytes) throw new ShopError("tooLarge", failure.tooLarge);
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

async function readJson(request: Request): Promise<unknown> {
	const text = await readText(request);
	try {
		return JSON.parse(text || "{}");
	} catch {
		throw new ShopError("invalid", invalid.json);
	}
}

/**
 * Reads and parses a JSON body.
 * @throws ShopError 400 with each field named, 413
 */
export async function readBody<Output>(
	context: Context,
	schema: GenericSchema<unknown, Output>,
): Promise<Output> {
	return check(schema, await readJson(context.req.raw));
}

/** @throws ShopError 400 with each field named */
export function check<Output>(schema: GenericSchema<unknown, Output>, input: unknown): Output {
	const parsed = parseInput(schema, input);
	if (!parsed.success) throw inputError(parsed.issues);
	return parsed.output;
}
