import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { Refusal } from "../support/refusal.ts";
import { readFileOfLines } from "./files.ts";
import { pictureFile, pictureList } from "./manifest.ts";
import type { Line } from "./rows.ts";

const pictureSchema = v.object({
	/** The SHA-256 of the picture and its extension (worker/shop/images/store.ts): a name that is safe for a file. */
	key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}\.[a-z]+$/)),
	type: v.string(),
});
type Picture = v.InferOutput<typeof pictureSchema>;

/** Pictures that are held in memory at once, each of up to 5 MiB (contract/limits.ts). */
const together = 8;

const isWhole = ({ key }: Picture, bytes: Uint8Array) =>
	key.startsWith(createHash("sha256").update(bytes).digest("hex"));

/** @param leaveOut is told when it is no whole picture @returns no line then, nor when it went away meanwhile */
async function fetchPicture(
	bucket: R2Bucket,
	key: string,
	{ folder, leaveOut }: { folder: string; leaveOut: (key: string) => void },
): Promise<Line[]> {
	const object = await bucket.get(key);
	if (!object) return [];
	const bytes = new Uint8Array(await object.arrayBuffer());
	const picture = { key, type: object.httpMetadata?.contentType };
	if (!v.is(pictureSchema, picture) || !isWhole(picture, bytes)) {
		leaveOut(key);
		return [];
	}
	await writeFile(pictureFile(folder, key), bytes, { flag: "wx", mode: 0o600 });
	return [JSON.stringify(picture)];
}

async function* listKeys(bucket: R2Bucket): AsyncGenerator<string> {
	let cursor: string | undefined;
	do {
		const page = await bucket.list(cursor ? { cursor } : {});
		for (const { key } of page.objects) yield key;
		cursor = page.truncated ? page.cursor : undefined;
	} while (cursor);
}

async function* inGroups<One>(all: AsyncIterable<One>): AsyncGenerator<One[]> {
	let group: One[] = [];
	for await (const one of all) {
		group.push(one);
		if (group.length < together) continue;
		yield group;
		group = [];
	}
	yield group;
}

/**
 * Fetches every picture of the bucket into the export.
 * @param to its folder, and who is told the keys of what is no picture of the shop, or a damaged one
 * @returns a line for each
 */
export async function* fetchPictures(
	bucket: R2Bucket,
	to: { folder: string; leaveOut: (key: string) => void },
): AsyncGenerator<Line> {
	for await (const keys of inGroups(listKeys(bucket))) {
		const lines = await Promise.all(keys.map((key) => fetchPicture(bucket, key, to)));
		yield* lines.flat();
	}
}

/** One that is there already has the same content, as its key is its hash. */
async function sendPicture(bucket: R2Bucket, picture: Picture, folder: string): Promise<void> {
	const { key, type } = picture;
	if (await bucket.head(key)) return;
	const bytes = await readFile(pictureFile(folder, key));
	await bucket.put(key, bytes, { httpMetadata: { contentType: type } });
}

const parsePicture = (line: Line): Picture => v.parse(pictureSchema, JSON.parse(line));

/** Hands on lines that name a picture. @throws at the first that does not */
export async function* checkPictureLines(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
	for await (const line of lines) {
		parsePicture(line);
		yield line;
	}
}

/** @throws Refusal that names every picture of an export which is damaged or missing */
export async function checkPictures(folder: string): Promise<void> {
	const broken: string[] = [];
	for await (const line of readFileOfLines(pictureList(folder))) {
		const picture = parsePicture(line);
		const bytes = await readFile(pictureFile(folder, picture.key)).catch(() => null);
		if (!bytes || !isWhole(picture, bytes)) broken.push(picture.key);
	}
	if (broken.length === 0) return;
	throw new Refusal(
		`Damaged or missing in ${join(folder, "pictures")}: ${broken.join(", ")}. Nothing was changed: put them back from another copy first.`,
	);
}

/** Puts the pictures of an export into a bucket; what else lies there stays. */
export async function sendPictures(bucket: R2Bucket, folder: string): Promise<void> {
	for await (const group of inGroups(readFileOfLines(pictureList(folder)))) {
		const pictures = group.map(parsePicture);
		await Promise.all(pictures.map((picture) => sendPicture(bucket, picture, folder)));
	}
}
