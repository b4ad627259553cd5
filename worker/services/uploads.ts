import { ShopError } from "#contract/errors.ts";
import type { Env } from "#worker/env.ts";
import { logError } from "./log-error.ts";

/** R2 throws only when it is not reachable; for an unknown key it returns null. */
async function callBucket<Result>(call: Promise<Result>): Promise<Result> {
	try {
		return await call;
	} catch (error) {
		logError("pictures", error);
		throw new ShopError("unavailable");
	}
}

/**
 * @param type - the media type, detected from the bytes
 * @throws ShopError 503
 */
export const putUpload = ({ PICTURES }: Env, key: string, bytes: Uint8Array, type: string) =>
	callBucket(PICTURES.put(key, bytes, { httpMetadata: { contentType: type } }));

/** Returns null if there is no such file. @throws ShopError 503 */
export const getUpload = ({ PICTURES }: Env, key: string) => callBucket(PICTURES.get(key));
