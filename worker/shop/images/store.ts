import { and, eq, gt } from "drizzle-orm";
import { dayMs } from "#contract/days.ts";
import { fieldError, ShopError } from "#contract/errors.ts";
import { imageMaxBytes, imagePixelsMax, uploadsPerDay } from "#contract/limits.ts";
import { requiredMessages } from "#contract/messages.ts";
import { type Account, can } from "#contract/roles.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { hashBytes } from "#worker/auth/tokens.ts";
import { retry } from "#worker/db/retry.ts";
import { images, users } from "#worker/db/schema.ts";
import type { Env } from "#worker/env.ts";
import { getUpload, putUpload } from "#worker/services/uploads.ts";
import type { ShopContext } from "../context.ts";
import { detectImageFormat, readImageSize } from "./format.ts";
import { stripMetadata } from "./metadata.ts";

async function requireUploadQuota({ db }: ShopContext, account: Account): Promise<void> {
	const since = new Date(Date.now() - dayMs);
	const usage = await db
		.select({
			uploads: db.$count(images, and(eq(images.userId, account.id), gt(images.createdAt, since))),
			emailVerifiedAt: users.emailVerifiedAt,
		})
		.from(users)
		.where(eq(users.id, account.id))
		.get();
	if (!usage) return;
	const limitName = can(account, "products:write") ? "products" : "account";
	const isUnverified = limitName === "account" && usage.emailVerifiedAt === null;
	if (usage.uploads < uploadsPerDay[isUnverified ? "unverified" : limitName]) return;
	throw new ShopError(isUnverified ? "too_many_unverified_uploads" : "too_many_uploads");
}

async function readPicture(file: Blob) {
	if (file.size === 0) throw fieldError("image", requiredMessages.image);
	if (file.size > imageMaxBytes) throw new ShopError("image_too_large");
	const bytes = new Uint8Array(await file.arrayBuffer());
	const format = detectImageFormat(bytes);
	if (!format) throw new ShopError("unsupported_image_type");
	const { type, extension } = format;
	const { width, height } = readImageSize(bytes, type) ?? { width: 0, height: 0 };
	if (width * height > imagePixelsMax) throw new ShopError("image_too_many_pixels");
	return { type, extension, bytes: stripMetadata(bytes, type) };
}

type Upload = { bytes: Uint8Array<ArrayBuffer>; type: string; extension: string };

/**
 * Stores a file under the hash of its content, so that the same file is stored only once. The sweep deletes the file if nothing refers to
 * it after a day.
 * @param read - reads and checks the file; called only if the account may upload now
 * @returns the key and the size
 * @throws ShopError 429, 503, and the errors of `read`
 */
export async function storeUpload(
	shop: ShopContext,
	account: Account,
	read: () => Promise<Upload>,
): Promise<{ key: string; bytes: number }> {
	await enforceRateLimit(shop.env, "upload", account.id);
	await enforceRateLimit(shop.env, "upload", shop.visitor.network);
	await requireUploadQuota(shop, account);
	const { bytes, type, extension } = await read();
	const key = `${await hashBytes(bytes)}.${extension}`;
	await putUpload(shop.env, key, bytes, type);
	const row = { key, type, bytes: bytes.length, userId: account.id };
	// The sweep keeps pictures of staff who import products longer.
	const uploader = can(account, "products:write") ? { userId: account.id } : {};
	await retry(() =>
		shop.db
			.insert(images)
			.values(row)
			.onConflictDoUpdate({ target: images.key, set: { createdAt: new Date(), ...uploader } }),
	);
	return { key, bytes: bytes.length };
}

/**
 * Stores a picture and returns its path.
 * @throws ShopError 401, 429 or 503; 400 if the file is empty; 413 if it is larger than 5 MiB or 100 megapixels; 415 if it is not PNG,
 * JPEG, WebP, AVIF, or GIF
 */
export async function storeImage(shop: ShopContext, file: Blob): Promise<string> {
	const { key } = await storeUpload(shop, requireAccount(shop), () => readPicture(file));
	return `/images/${key}`;
}

const keyPattern = /^[0-9a-f]{64}\.(?:png|jpg|webp|avif|gif)$/;

/** @throws ShopError 404, 503 */
export async function requireImage(env: Env, key: string) {
	const object = keyPattern.test(key) ? await getUpload(env, key) : null;
	const type = object?.httpMetadata?.contentType;
	if (!object || !type) throw new ShopError("not_found");
	return { key, body: object.body, type, size: object.size, etag: object.httpEtag };
}

const uploadPath = /^\/images\/[\w-]+\.\w+$/;

/** Converts the URL of an upload to its path, by which the sweep finds uploads in use. Returns other URLs unchanged. */
export function toImagePath({ origin }: Pick<ShopContext, "origin">, img: string): string {
	const url = URL.parse(img);
	const isUpload = url?.host === new URL(origin).host && uploadPath.test(url.pathname);
	return url && isUpload ? url.pathname : img;
}
