import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { dropClosedConnections } from "../runtime/runtime.ts";
import { UserError } from "../support/user-error.ts";
import { getPictureListPath, getPicturePath, readLines } from "./format.ts";

const pictureSchema = v.object({
	/** The SHA-256 of the picture and its extension (worker/shop/images/store.ts): safe as a file name. */
	key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}\.[a-z]+$/)),
	type: v.string(),
});
type Picture = v.InferOutput<typeof pictureSchema>;

/** Number of concurrent transfers. Each picture is up to 5 MiB (contract/limits.ts). */
const concurrency = 8;

const isIntact = ({ key }: Picture, bytes: Uint8Array) =>
	key.startsWith(createHash("sha256").update(bytes).digest("hex"));

/**
 * Downloads a picture to the export.
 * @returns its line in the list; false if it is damaged or not the shop's; null if it was deleted in the meantime
 */
async function downloadPicture(bucket: R2Bucket, key: string, folder: string) {
	const object = await bucket.get(key);
	if (!object) return null;
	const bytes = new Uint8Array(await object.arrayBuffer());
	const picture = { key, type: object.httpMetadata?.contentType };
	if (!v.is(pictureSchema, picture) || !isIntact(picture, bytes)) return false;
	await writeFile(getPicturePath(folder, key), bytes, { flag: "wx", mode: 0o600 });
	return JSON.stringify(picture);
}

/**
 * Downloads every picture to the export.
 * @param skippedKeys - filled with the keys of damaged and foreign files
 */
export async function* downloadPictures(
	bucket: R2Bucket,
	folder: string,
	skippedKeys: string[],
): AsyncGenerator<string> {
	let cursor: string | undefined;
	do {
		await dropClosedConnections();
		const page = await bucket.list({ limit: concurrency, ...(cursor && { cursor }) });
		const keys = page.objects.map(({ key }) => key);
		const lines = await Promise.all(keys.map((key) => downloadPicture(bucket, key, folder)));
		skippedKeys.push(...keys.filter((_, index) => lines[index] === false));
		for (const line of lines) if (line) yield line;
		cursor = page.truncated ? page.cursor : undefined;
	} while (cursor);
}

const lineSchema = v.pipe(v.string(), v.parseJson(), pictureSchema);

export async function checkPictures(folder: string): Promise<void> {
	const damagedKeys: string[] = [];
	for await (const line of readLines(getPictureListPath(folder))) {
		const picture = v.parse(lineSchema, line);
		const bytes = await readFile(getPicturePath(folder, picture.key)).catch(() => null);
		if (!bytes || !isIntact(picture, bytes)) damagedKeys.push(picture.key);
	}
	if (damagedKeys.length === 0) return;
	throw new UserError(
		`Damaged or missing in ${join(folder, "pictures")}: ${damagedKeys.join(", ")}. Nothing was changed: copy them from another export first.`,
	);
}

/** Uploads the pictures that the bucket does not have. A picture with the same key has the same content, because the key is its hash. */
export async function uploadPictures(bucket: R2Bucket, folder: string): Promise<void> {
	const upload = async ({ key, type }: Picture) => {
		if (await bucket.head(key)) return;
		const bytes = await readFile(getPicturePath(folder, key));
		await bucket.put(key, bytes, { httpMetadata: { contentType: type } });
	};
	const pictures: Picture[] = [];
	for await (const line of readLines(getPictureListPath(folder)))
		pictures.push(v.parse(lineSchema, line));
	for (let start = 0; start < pictures.length; start += concurrency) {
		await dropClosedConnections();
		await Promise.all(pictures.slice(start, start + concurrency).map(upload));
	}
}
