import { ShopError } from "#contract/errors.ts";
import type { Env } from "#worker/env.ts";

/** R2 throws only when it cannot be reached; an unknown key is null. */
async function ask<Answer>(work: Promise<Answer>): Promise<Answer> {
	try {
		return await work;
	} catch (error) {
		console.error("pictures", error);
		throw new ShopError("unavailable");
	}
}

/** @param type media type that the picture was found to have @throws ShopError 503 */
export const putPicture = ({ PICTURES }: Env, key: string, bytes: Uint8Array, type: string) =>
	ask(PICTURES.put(key, bytes, { httpMetadata: { contentType: type } }));

/** @returns null when there is no such picture @throws ShopError 503 */
export const getPicture = ({ PICTURES }: Env, key: string) => ask(PICTURES.get(key));
