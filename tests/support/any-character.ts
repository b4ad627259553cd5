import fc from "fast-check";

const [firstSurrogate, surrogates, lastCodePoint] = [0xd800, 0x800, 0x10ffff];

/**
 * Any code point but a surrogate, as a `unit` of `fc.string`. fast-check's own unit "binary" does the same, but first lists all of them, which
 * takes a second in each process.
 */
export const anyCharacter = fc.nat(lastCodePoint - surrogates).map(
	(index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates),
	(character) => {
		if (typeof character !== "string") throw new TypeError("A character is a string.");
		const codePoint = character.codePointAt(0) ?? 0;
		if (String.fromCodePoint(codePoint) !== character) throw new TypeError("Not one character.");
		return codePoint < firstSurrogate ? codePoint : codePoint - surrogates;
	},
);
