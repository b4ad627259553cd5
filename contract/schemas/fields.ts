import * as v from "valibot";
import { deliveryDetails } from "../delivery.ts";
import { passwordLength, priceCents, quantityMax, textLength } from "../limits.ts";
import { invalid, outOfRange, required, tooLong, tooShort } from "../messages.ts";
import { centsFromDollars } from "../money.ts";
import { parseUrl } from "../parse-url.ts";

// Annotated functions: a form loads only the schemas that it uses.

/** Line ends, tabs, and the joiners that some scripts and emoji are written with. */
const keptUnseen = new Set(["\n", "\r", "\t", "\u200c", "\u200d"]);

/** Without what shows nothing, or turns what follows around (Unicode "Cc", "Cf", "Cs"). */
const seen = (text: string) =>
	text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (character) =>
		keptUnseen.has(character) ? character : "",
	);

/** Something that a reader sees: neither space nor filler, of which U+2800 alone is not "default ignorable". */
const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * A text that must be there, trimmed.
 * @param missing message when it is absent or blank
 * @param most characters
 */
/* @__NO_SIDE_EFFECTS__ */
export const text = (missing: string, most: number) =>
	v.pipe(
		v.string(missing),
		v.trim(),
		v.maxLength(most, tooLong(most)),
		v.transform((value) => seen(value).trim()),
		v.check((value) => visible.test(value), missing),
	);

/** Of a person: on one line. */
export const name = v.pipe(
	text(required.name, textLength.name),
	v.transform((value) => value.replace(/\s+/g, " ")),
);

/** @returns as much of a text as fits, without half a character at its end */
function cut(whole: string, most: number): string {
	let end = 0;
	for (const character of whole) {
		if (end + character.length > most) break;
		end += character.length;
	}
	return whole.slice(0, end);
}

/** @returns what another service calls a person as it would be taken from a form, cut to its longest; "" for nothing */
export function nameFrom(given: string): string {
	const judged = v.safeParse(name, cut(seen(given).trim(), textLength.name));
	return judged.success ? judged.output : "";
}

/* @__NO_SIDE_EFFECTS__ */
const numberOrText = (missing: string) => v.union([v.number(), v.string()], missing);

/** Any whole number that a double holds exactly, sent as a number or as the text of a form field. */
/* @__NO_SIDE_EFFECTS__ */
const integer = (missing: string, description: string) =>
	v.pipe(
		numberOrText(missing),
		v.description(description),
		v.check((value) => String(value).trim() !== "", missing),
		v.check((value) => /^-?\d{1,15}$/.test(String(value).trim()), invalid.wholeNumber),
		v.transform(Number),
	);

/**
 * A whole number within bounds.
 * @param missing message when it is absent or blank
 */
/* @__NO_SIDE_EFFECTS__ */
export const wholeNumber = (missing: string, least: number, most: number) =>
	v.pipe(
		integer(missing, `a whole number from ${least} to ${most.toLocaleString("en-US")}`),
		v.minValue(least, outOfRange(least, most)),
		v.maxValue(most, outOfRange(least, most)),
	);

/** Dollars in, cents out; specification.md §3, architecture.md "Limits". */
export const price = v.pipe(
	numberOrText(required.price),
	v.description("dollars, at most two decimals"),
	v.check((value) => String(value).trim() !== "", required.price),
	v.transform(centsFromDollars),
	v.number(invalid.price),
	v.minValue(priceCents.min, invalid.price),
	v.maxValue(priceCents.max, invalid.price),
);

/**
 * specification.md §5: lowercase letters and digits, @, letters, a dot, 2-3 letters. Dots, pluses and hyphens
 * inside the first part and sub-domains are let through, as real addresses have them.
 */
const signupEmailPattern = /^[a-z0-9]+(?:[._+-][a-z0-9]+)*@[a-z]+(?:\.[a-z]+)*\.[a-z]{2,3}$/;

/**
 * Any address that an account may have: Google's are not bound by the pattern of signing up (HTML Standard, "valid
 * e-mail address", in lowercase ASCII and with a dot in the domain).
 */
const emailPattern =
	/^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9]+(?:-+[a-z0-9]+)*\.)+(?:[a-z]{2,}|xn--[a-z0-9]+(?:-+[a-z0-9]+)*)$/;

/* @__NO_SIDE_EFFECTS__ */
const emailOf = (pattern: RegExp) =>
	v.pipe(
		v.string(required.email),
		v.trim(),
		v.nonEmpty(required.email),
		v.maxLength(textLength.email, tooLong(textLength.email)),
		v.regex(pattern, invalid.email),
		v.description("an email address"),
	);

/** Of an account that may be there. */
export const email = emailOf(emailPattern);

/**
 * @returns an address that another service vouches for, as `users.email` has it; null for one that no call could take.
 * Lowercasing would make the Kelvin sign a "k": only ASCII is.
 */
export function emailFrom(given: string): string | null {
	const isAscii = /^[\x21-\x7e]*$/.test(given);
	const judged = v.safeParse(email, isAscii ? given.toLowerCase() : "");
	return judged.success ? judged.output : null;
}

/** To sign up with by password. */
export const signupEmail = emailOf(signupEmailPattern);

/** @returns whether one may sign up with this address by password */
export const isSignupEmail = (address: string): boolean => signupEmailPattern.test(address);

/* @__NO_SIDE_EFFECTS__ */
const passwordFrom = (min: number) =>
	v.pipe(
		v.string(required.password),
		v.nonEmpty(required.password),
		v.minLength(min, tooShort(min)),
		v.maxLength(passwordLength.max, tooLong(passwordLength.max)),
	);

/** specification.md §5. */
export const newPassword = passwordFrom(passwordLength.min);
/** Of an account that may be there. */
export const password = passwordFrom(passwordLength.login);

/** Pictures come from our own store, or from an https address (the contract's `img` is a URL). */
const imagePattern = /^(?:\/(?:images|pictures)(?:\/[\w-]+)+\.\w+|https:\/\/[^\s"'<>\\]+)$/;

export const image = v.pipe(
	v.string(required.image),
	v.trim(),
	v.nonEmpty(required.image),
	v.maxLength(textLength.image, tooLong(textLength.image)),
	v.check(
		(value) => imagePattern.test(value) && parseUrl(value, "https://shop") !== null,
		invalid.image,
	),
	v.description("address of a picture: an uploaded one, or https"),
);

/** What may be left empty: "" then. */
/* @__NO_SIDE_EFFECTS__ */
export const optionalText = (most: number) =>
	v.optional(
		v.pipe(
			v.string(),
			v.maxLength(most, tooLong(most)),
			v.transform((value) => seen(value).trim()),
		),
		"",
	);

export const phone = text(deliveryDetails.phone.missing, textLength.phone);

/** Pieces ordered: the product's minimum and stock bound them (specification.md §5). */
export const pieces = integer(required.quantity, "a whole number, from the minimum to the stock");
export const stock = wholeNumber(required.quantity, 0, quantityMax);
export const minimum = wholeNumber(required.minimum, 1, quantityMax);
