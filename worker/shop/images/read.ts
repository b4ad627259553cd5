import { ShopError } from "#contract/errors.ts";
import type { Env } from "#worker/env.ts";
import { getPicture } from "#worker/services/pictures.ts";

const keyPattern = /^[0-9a-f]{64}\.(?:png|jpg|webp|avif|gif)$/;

/**
 * `key` is letters, digits and a dot; `type` the media type that the picture was found to have when it was uploaded;
 * `etag` is quoted.
 */
export type StoredImage = {
	key: string;
	body: ReadableStream;
	type: string;
	bytes: number;
	etag: string;
};

/** @throws ShopError 404, 503 */
export async function requireImage(env: Env, key: string): Promise<StoredImage> {
	const object = keyPattern.test(key) ? await getPicture(env, key) : null;
	const type = object?.httpMetadata?.contentType;
	if (!object || !type) throw new ShopError("not_found");
	return { key, body: object.body, type, bytes: object.size, etag: object.httpEtag };
}
