import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { UserError } from "../support/user-error.ts";
import { type Line, pictureFile, pictureList, readLines } from "./format.ts";

const pictureSchema = v.object({
	/** The SHA-256 of the picture and its extension (worker/shop/images/store.ts): safe as a file name. */
	key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}\.[a-z]+$/)),
	type: v.string(),
});
type Picture = v.InferOutput<typeof pictureSchema>;

/** Pictures that are held in memory at once, each of up to 5 MiB (contract/limits.ts). */
const atOnce = 8;

const isWhole = ({ key }: Picture, bytes: Uint8Array) =>
	key.startsWith(createHash("sha256").update(bytes).digest("hex"));

/** @returns its line; false when it is damaged or not a picture of the shop; null when it was deleted meanwhile */
async function downloadPicture(bucket: R2Bucket, key: string, folder: string) {
	const object = await bucket.get(key);
	if (!object) return null;
	const bytes = new Uint8Array(await object.arrayBuffer());
	const picture = { key, type: object.httpMetadata?.contentType };
	if (!v.is(pictureSchema, picture) || !isWhole(picture, bytes)) return false;
	await writeFile(pictureFile(folder, key), bytes, { flag: "wx", mode: 0o600 });
	return JSON.stringify(picture);
}

/** Downloads every picture into an export. @param leftOut gets the keys of objects that are damaged or not pictures of the shop */
export async function* downloadPictures(
	bucket: R2Bucket,
	folder: string,
	leftOut: string[],
): AsyncGenerator<Line> {
	let cursor: string | undefined;
	do {
		const page = await bucket.list({ limit: atOnce, ...(cursor && { cursor }) });
		const keys = page.objects.map(({ key }) => key);
		const found = await Promise.all(keys.map((key) => downloadPicture(bucket, key, folder)));
		leftOut.push(...keys.filter((_, index) => found[index] === false));
		for (const line of found) if (line) yield line;
		cursor = page.truncated ? page.cursor : undefined;
	} while (cursor);
}

const lineSchema = v.pipe(v.string(), v.parseJson(), pictureSchema);

/** @throws UserError that names every picture of an export which is damaged or missing */
export async function checkPictures(folder: string): Promise<void> {
	const broken: string[] = [];
	for await (const line of readLines(pictureList(folder))) {
		const picture = v.parse(lineSchema, line);
		const bytes = await readFile(pictureFile(folder, picture.key)).catch(() => null);
		if (!bytes || !isWhole(picture, bytes)) broken.push(picture.key);
	}
	if (broken.length === 0) return;
	throw new UserError(
		`Damaged or missing in ${join(folder, "pictures")}: ${broken.join(", ")}. Nothing was changed: copy them from another export first.`,
	);
}

/** Uploads the pictures of an export. One that exists has the same content, as its key is its hash; others stay. */
export async function uploadPictures(bucket: R2Bucket, folder: string): Promise<void> {
	const upload = async ({ key, type }: Picture) => {
		if (await bucket.head(key)) return;
		const bytes = await readFile(pictureFile(folder, key));
		await bucket.put(key, bytes, { httpMetadata: { contentType: type } });
	};
	const pictures: Picture[] = [];
	for await (const line of readLines(pictureList(folder))) pictures.push(v.parse(lineSchema, line));
	for (let at = 0; at < pictures.length; at += atOnce) {
		await Promise.all(pictures.slice(at, at + atOnce).map(upload));
	}
}
