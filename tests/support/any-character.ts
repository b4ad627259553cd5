import fc from "fast-check";

const [firstSurrogate, surrogateCount, lastCodePoint] = [0xd800, 0x800, 0x10ffff];

/**
 * Generates any code point except surrogates, for the `unit` option of `fc.string`. fast-check's own unit "binary" does the same,
 * but it first lists all code points, which takes a second in each process.
 */
export const anyCharacter = fc.nat(lastCodePoint - surrogateCount).map(
	(index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogateCount),
	(character) => {
		if (typeof character !== "string") throw new TypeError("A character is a string.");
		const codePoint = character.codePointAt(0) ?? 0;
		if (String.fromCodePoint(codePoint) !== character) throw new TypeError("Not one character.");
		return codePoint < firstSurrogate ? codePoint : codePoint - surrogateCount;
	},
);
