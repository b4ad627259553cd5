import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
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

function check({ key }: Picture, bytes: Uint8Array, where: string): void {
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	if (!key.startsWith(sha256)) throw new Refusal(`The picture ${key} is damaged in ${where}.`);
}

/** @returns no line when the picture went away meanwhile */
async function fetchPicture(bucket: R2Bucket, key: string, folder: string): Promise<Line[]> {
	const object = await bucket.get(key);
	if (!object) return [];
	const picture = v.parse(pictureSchema, { key, type: object.httpMetadata?.contentType });
	const bytes = new Uint8Array(await object.arrayBuffer());
	check(picture, bytes, "the bucket");
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

/** Fetches every picture of the bucket into the export. @returns a line for each */
export async function* fetchPictures(bucket: R2Bucket, folder: string): AsyncGenerator<Line> {
	for await (const keys of inGroups(listKeys(bucket))) {
		const lines = await Promise.all(keys.map((key) => fetchPicture(bucket, key, folder)));
		yield* lines.flat();
	}
}

/** One that is there already has the same content, as its key is its hash. */
async function sendPicture(bucket: R2Bucket, picture: Picture, folder: string): Promise<void> {
	const { key, type } = picture;
	if (await bucket.head(key)) return;
	const bytes = await readFile(pictureFile(folder, key));
	check(picture, bytes, "the export");
	await bucket.put(key, bytes, { httpMetadata: { contentType: type } });
}

/** Puts the pictures of an export into a bucket; what else lies there stays. */
export async function sendPictures(bucket: R2Bucket, folder: string): Promise<void> {
	for await (const group of inGroups(readFileOfLines(pictureList(folder)))) {
		const pictures = group.map((line) => v.parse(pictureSchema, JSON.parse(line)));
		await Promise.all(pictures.map((picture) => sendPicture(bucket, picture, folder)));
	}
}
