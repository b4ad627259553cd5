/*
 * Encodes text as a QR code: byte mode, error correction level L, versions 1 to 20 (ISO/IEC 18004). Level L corrects 7% of the
 * modules, which is enough on a screen.
 */

type Grid = boolean[][];

/** By version. */
const eccPerBlock = [
	0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
];
const blockCounts = [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];
const maxVersion = blockCounts.length - 1;

const range = (length: number) => Array.from({ length }, (_, index) => index);

const sizeOf = (version: number) => version * 4 + 17;

/** The centers of the alignment patterns, on both axes. */
function alignmentCenters(version: number): number[] {
	if (version === 1) return [];
	const count = Math.floor(version / 7) + 2;
	const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
	return [
		6,
		...range(count - 1)
			.map((index) => sizeOf(version) - 7 - index * step)
			.reverse(),
	];
}

function codewordsIn(version: number): number {
	const alignments = alignmentCenters(version).length;
	const alignmentModules = version > 1 ? (25 * alignments - 10) * alignments - 55 : 0;
	const versionModules = version >= 7 ? 36 : 0;
	return Math.floor(((16 * version + 128) * version + 64 - alignmentModules - versionModules) / 8);
}

const eccOf = (version: number) => eccPerBlock[version] ?? 0;
const blocksOf = (version: number) => blockCounts[version] ?? 1;
const dataCodewordsIn = (version: number) =>
	codewordsIn(version) - eccOf(version) * blocksOf(version);

/** Multiplies in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(one: number, other: number): number {
	let product = 0;
	for (let bit = 7; bit >= 0; bit -= 1) {
		product = (product << 1) ^ ((product >>> 7) * 0x11d);
		product ^= ((other >>> bit) & 1) * one;
	}
	return product;
}

function generatorOf(degree: number): number[] {
	let generator = [...range(degree - 1).map(() => 0), 1];
	let root = 1;
	for (let step = 0; step < degree; step += 1) {
		const factor = root;
		generator = generator.map(
			(coefficient, index) => multiply(coefficient, factor) ^ (generator[index + 1] ?? 0),
		);
		root = multiply(root, 2);
	}
	return generator;
}

function remainderOf(data: number[], generator: number[]): number[] {
	let remainder = generator.map(() => 0);
	for (const byte of data) {
		const factor = byte ^ (remainder[0] ?? 0);
		remainder = generator.map(
			(coefficient, index) => (remainder[index + 1] ?? 0) ^ multiply(coefficient, factor),
		);
	}
	return remainder;
}

const toBits = (value: number, length: number) =>
	range(length).map((index) => (value >>> (length - 1 - index)) & 1);

/** Mode, length, text, terminator and padding. */
function encodeData(bytes: Uint8Array, version: number): number[] {
	const capacity = dataCodewordsIn(version);
	const bits = [...toBits(4, 4), ...toBits(bytes.length, version < 10 ? 8 : 16)];
	for (const byte of bytes) bits.push(...toBits(byte, 8));
	bits.push(...range(Math.min(4, capacity * 8 - bits.length)).map(() => 0));
	while (bits.length % 8 !== 0) bits.push(0);
	const codewords = range(bits.length / 8).map((index) =>
		bits.slice(index * 8, index * 8 + 8).reduce((value, bit) => value * 2 + bit, 0),
	);
	return [
		...codewords,
		...range(capacity - codewords.length).map((index) => (index % 2 ? 0x11 : 0xec)),
	];
}

/** Splits the data into blocks, of which the last are one longer, and interleaves them with their error correction. */
function interleave(data: number[], version: number): number[] {
	const count = blocksOf(version);
	const shortLength = Math.floor(data.length / count);
	const shortCount = count - (data.length % count);
	const generator = generatorOf(eccOf(version));
	const blocks = range(count).map((index) => {
		const start = index * shortLength + Math.max(0, index - shortCount);
		return data.slice(start, start + shortLength + (index < shortCount ? 0 : 1));
	});
	const corrections = blocks.map((block) => remainderOf(block, generator));
	const columns = (rows: number[][]) =>
		range(Math.max(...rows.map((row) => row.length))).flatMap((column) =>
			rows.flatMap((row) => row[column] ?? []),
		);
	return [...columns(blocks), ...columns(corrections)];
}

/** Appends the remainder of a BCH code, as format and version information have it. */
function withRemainder(value: number, bits: number, polynomial: number): number {
	let remainder = value;
	for (let step = 0; step < bits; step += 1) {
		remainder = (remainder << 1) ^ ((remainder >>> (bits - 1)) * polynomial);
	}
	return (value << bits) | remainder;
}

type Set = (x: number, y: number, isDark: boolean) => void;

function drawFinders(size: number, set: Set): void {
	for (const [centerX, centerY] of [
		[3, 3],
		[size - 4, 3],
		[3, size - 4],
	] as const) {
		for (const dy of range(9)) {
			for (const dx of range(9)) {
				const distance = Math.max(Math.abs(dx - 4), Math.abs(dy - 4));
				set(centerX + dx - 4, centerY + dy - 4, distance !== 2 && distance !== 4);
			}
		}
	}
}

function drawAlignments(version: number, set: Set): void {
	const centers = alignmentCenters(version);
	const last = centers.at(-1);
	for (const x of centers) {
		for (const y of centers) {
			const isFinder = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
			if (isFinder) continue;
			for (const dy of range(5)) {
				for (const dx of range(5)) {
					set(x + dx - 2, y + dy - 2, Math.max(Math.abs(dx - 2), Math.abs(dy - 2)) !== 1);
				}
			}
		}
	}
}

function drawFormat(size: number, mask: number, set: Set): void {
	const format = withRemainder((1 << 3) | mask, 10, 0x537) ^ 0x5412;
	const isDark = (bit: number) => ((format >>> bit) & 1) === 1;
	for (const bit of range(6)) set(8, bit, isDark(bit));
	set(8, 7, isDark(6));
	set(8, 8, isDark(7));
	set(7, 8, isDark(8));
	for (const bit of range(6)) set(5 - bit, 8, isDark(bit + 9));
	for (const bit of range(8)) set(size - 1 - bit, 8, isDark(bit));
	for (const bit of range(7)) set(8, size - 7 + bit, isDark(bit + 8));
	set(8, size - 8, true);
}

function drawVersion(version: number, set: Set): void {
	if (version < 7) return;
	const bits = withRemainder(version, 12, 0x1f25);
	for (const bit of range(18)) {
		const [far, near] = [sizeOf(version) - 11 + (bit % 3), Math.floor(bit / 3)];
		const isDark = ((bits >>> bit) & 1) === 1;
		set(far, near, isDark);
		set(near, far, isDark);
	}
}

/** All patterns that do not depend on the text. `isReserved` marks their modules. */
function drawPatterns(version: number, mask: number) {
	const size = sizeOf(version);
	const grid: Grid = range(size).map(() => range(size).map(() => false));
	const isReserved: Grid = grid.map((row) => [...row]);
	const set: Set = (x, y, isDark) => {
		const [row, reserved] = [grid[y], isReserved[y]];
		if (!row || !reserved || x < 0 || x >= size) return;
		row[x] = isDark;
		reserved[x] = true;
	};
	for (const index of range(size)) {
		set(6, index, index % 2 === 0);
		set(index, 6, index % 2 === 0);
	}
	drawFinders(size, set);
	drawAlignments(version, set);
	drawFormat(size, mask, set);
	drawVersion(version, set);
	return { grid, isReserved };
}

const masks: ((x: number, y: number) => boolean)[] = [
	(x, y) => (x + y) % 2 === 0,
	(_, y) => y % 2 === 0,
	(x) => x % 3 === 0,
	(x, y) => (x + y) % 3 === 0,
	(x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
	(x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
	(x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
	(x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** From the lower right corner, in columns of two modules, upwards and downwards in turn, without the vertical timing pattern. */
function* placesOf(size: number): Generator<[x: number, y: number]> {
	let isUpward = true;
	for (let right = size - 1; right >= 1; right -= 2) {
		if (right === 6) right = 5;
		for (const step of range(size)) {
			const y = isUpward ? size - 1 - step : step;
			yield [right, y];
			yield [right - 1, y];
		}
		isUpward = !isUpward;
	}
}

function drawText(codewords: number[], version: number, mask: number): Grid {
	const { grid, isReserved } = drawPatterns(version, mask);
	const bits = codewords.flatMap((codeword) => toBits(codeword, 8));
	let next = 0;
	for (const [x, y] of placesOf(grid.length)) {
		const row = grid[y];
		if (!row || isReserved[y]?.[x]) continue;
		row[x] = (bits[next] === 1) !== (masks[mask]?.(x, y) ?? false);
		next += 1;
	}
	return grid;
}

/** The number of 2 × 2 blocks of one color, which make a code harder to read. */
const countBlocks = (grid: Grid): number =>
	grid.slice(1).reduce(
		(count, row, y) =>
			count +
			row.slice(1).filter((isDark, x) => {
				const above = grid[y];
				return [row[x], above?.[x], above?.[x + 1]].every((other) => other === isDark);
			}).length,
		0,
	);

/** Returns the rows of modules, true for dark, without the quiet zone. @param mask chosen by default @throws for over 858 bytes */
export function encodeQrCode(text: string, mask?: number): Grid {
	const bytes = new TextEncoder().encode(text);
	const fits = (version: number) =>
		bytes.length * 8 + (version < 10 ? 12 : 20) <= dataCodewordsIn(version) * 8;
	const version = range(maxVersion + 1).find((candidate) => candidate > 0 && fits(candidate));
	if (!version) throw new Error("The text is too long for a QR code.");
	const codewords = interleave(encodeData(bytes, version), version);
	const draw = (chosen: number) => drawText(codewords, version, chosen);
	if (mask !== undefined) return draw(mask);
	const drawn = masks.map((_, index) => draw(index));
	return drawn.reduce((best, grid) => (countBlocks(grid) < countBlocks(best) ? grid : best));
}
