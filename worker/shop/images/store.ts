import { fieldError, ShopError } from "#contract/errors.ts";
import { imageBytes } from "#contract/limits.ts";
import { failure, required } from "#contract/messages.ts";
import { requireAccount } from "#worker/auth/guards.ts";
import { countTry } from "#worker/auth/limits.ts";
import { hashBytes } from "#worker/auth/tokens.ts";
import { retry } from "#worker/db/retry.ts";
import { images } from "#worker/db/schema.ts";
import { putPicture } from "#worker/services/pictures.ts";
import type { Shop } from "../context.ts";
import { imageKindOf } from "./kind.ts";

/**
 * Keeps an uploaded picture under the hash of its content: the same picture twice is kept once, and counts as
 * uploaded anew.
 * @returns its address in the shop: `/images/{key}`
 * @throws ShopError 400 empty, 401, 413 larger than 5 MiB, 415 not PNG, JPEG, WebP, AVIF or GIF, 429, 503
 */
export async function storeImage(shop: Shop, file: Blob): Promise<string> {
	const { id: userId } = requireAccount(shop);
	await countTry(shop.env.LIMIT_UPLOAD, userId);
	if (file.size === 0) throw fieldError("image", required.image);
	if (file.size > imageBytes) throw new ShopError("tooLarge", failure.imageTooLarge);
	const bytes = new Uint8Array(await file.arrayBuffer());
	const kind = imageKindOf(bytes);
	if (!kind) throw new ShopError("wrongType", failure.imageType);
	const key = `${await hashBytes(bytes)}.${kind.extension}`;
	await putPicture(shop.env, key, bytes, kind.type);
	const row = { key, type: kind.type, bytes: bytes.length, userId };
	await retry(() =>
		shop.db
			.insert(images)
			.values(row)
			.onConflictDoUpdate({ target: images.key, set: { createdAt: new Date() } }),
	);
	return `/images/${key}`;
}
