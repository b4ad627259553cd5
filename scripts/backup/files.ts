import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Line } from "./rows.ts";

/** What stands in a file of lines: how many, and the SHA-256 of the whole in hex. */
export type Sum = { rows: number; sha256: string };

/** Hands lines on as the text of a file, and counts them. @param done gets their sum */
async function* summed(lines: AsyncIterable<Line>, done: (sum: Sum) => void) {
	const hash = createHash("sha256");
	let rows = 0;
	for await (const line of lines) {
		const text = `${line}\n`;
		hash.update(text);
		rows += 1;
		yield text;
	}
	done({ rows, sha256: hash.digest("hex") });
}

/** Writes a new file that only its owner can read. @throws when it is there already */
export async function writeFileOfLines(file: string, lines: AsyncIterable<Line>): Promise<Sum> {
	let sum: Sum = { rows: 0, sha256: "" };
	const text = summed(lines, (found) => {
		sum = found;
	});
	await pipeline(Readable.from(text), createWriteStream(file, { flags: "wx", mode: 0o600 }));
	return sum;
}

/** @returns the sum that a file of these lines would have */
export async function sumLines(lines: AsyncIterable<Line>): Promise<Sum> {
	let sum: Sum = { rows: 0, sha256: "" };
	const text = summed(lines, (found) => {
		sum = found;
	});
	for await (const _ of text);
	return sum;
}

/**
 * Reads a file of lines. Node's own `readline` also breaks at U+2028 and U+2029, which JSON leaves as they are.
 * @param skipped how many lines to leave out at the beginning
 */
export async function* readFileOfLines(file: string, skipped = 0): AsyncGenerator<Line> {
	let rest = "";
	let place = 0;
	for await (const text of createReadStream(file, "utf8")) {
		const lines = `${rest}${text}`.split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) {
			place += 1;
			if (place > skipped) yield line;
		}
	}
}
