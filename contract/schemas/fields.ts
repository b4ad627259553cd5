import * as v from "valibot";
import { deliveryDetails } from "../delivery.ts";
import { passwordLength, priceCents, quantityMax, textLength } from "../limits.ts";
import { invalid, outOfRange, required, tooLong, tooShort } from "../messages.ts";
import { centsFromDollars } from "../money.ts";
import { parseUrl } from "../parse-url.ts";

// Annotated functions: a form loads only the schemas that it uses.

/** Line ends, tabs, and the joiners that some scripts and emoji are written with. */
const allowedInvisible = new Set(["\n", "\r", "\t", "\u200c", "\u200d"]);

/** Removes characters that show nothing, or reverse the direction of the text (Unicode "Cc", "Cf", "Cs"). */
const stripInvisible = (text: string) =>
	text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (character) =>
		allowedInvisible.has(character) ? character : "",
	);

/** U+2800 is the one blank character that is neither space nor "default ignorable". */
const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Required and trimmed. @param missing message when it is absent or blank @param most characters */
/* @__NO_SIDE_EFFECTS__ */
export const text = (missing: string, most: number) =>
	v.pipe(
		v.string(missing),
		v.trim(),
		v.maxLength(most, tooLong(most)),
		v.transform((value) => stripInvisible(value).trim()),
		v.check((value) => visible.test(value), missing),
	);

/** Of a person, on one line. */
export const name = v.pipe(
	text(required.name, textLength.name),
	v.transform((value) => value.replace(/\s+/g, " ")),
);

/** Cuts a text without splitting its last character. */
function cut(whole: string, most: number): string {
	let end = 0;
	for (const character of whole) {
		if (end + character.length > most) break;
		end += character.length;
	}
	return whole.slice(0, end);
}

/** @returns a person's name from another service, cut to the longest that fits; "" where nothing of it can be used */
export function nameFrom(given: string): string {
	const judged = v.safeParse(name, cut(stripInvisible(given).trim(), textLength.name));
	return judged.success ? judged.output : "";
}

/* @__NO_SIDE_EFFECTS__ */
const numberOrText = (missing: string) => v.union([v.number(), v.string()], missing);

/** Up to 15 digits, which a double holds exactly; a number, or the text of a form field. */
/* @__NO_SIDE_EFFECTS__ */
const integer = (missing: string, description: string) =>
	v.pipe(
		numberOrText(missing),
		v.description(description),
		v.check((value) => String(value).trim() !== "", missing),
		v.check((value) => /^-?\d{1,15}$/.test(String(value).trim()), invalid.wholeNumber),
		v.transform(Number),
	);

/** @param missing message when it is absent or blank */
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
 * specification.md §5: lowercase letters and digits, @, letters, a dot, 2-3 letters. Also allowed, as real addresses have
 * them: dots, pluses and hyphens inside the first part, and subdomains.
 */
const signupEmailPattern = /^[a-z0-9]+(?:[._+-][a-z0-9]+)*@[a-z]+(?:\.[a-z]+)*\.[a-z]{2,3}$/;

/**
 * HTML Standard, "valid e-mail address", in lowercase ASCII and with a dot in the domain. Accounts made by Google may have
 * addresses that the sign-up form refuses.
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

/** Of an existing account. */
export const email = emailOf(emailPattern);

/**
 * @returns an address from another service as `users.email` has it; null for one that no call accepts, or that is not ASCII:
 * lowercasing turns the Kelvin sign into "k"
 */
export function emailFrom(given: string): string | null {
	const isAscii = /^[\x21-\x7e]*$/.test(given);
	const judged = v.safeParse(email, isAscii ? given.toLowerCase() : "");
	return judged.success ? judged.output : null;
}

export const signupEmail = emailOf(signupEmailPattern);

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
/** Of an existing account, which may be from a time with a shorter minimum. */
export const password = passwordFrom(passwordLength.login);

/** An uploaded picture or one of the catalogue, or an https address (the contract's `img` is a URL). */
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

/** "" where it is absent or null. */
/* @__NO_SIDE_EFFECTS__ */
export const optionalText = (most: number) =>
	v.nullish(
		v.pipe(
			v.string(tooLong(most)),
			v.maxLength(most, tooLong(most)),
			v.transform((value) => stripInvisible(value).trim()),
		),
		"",
	);

export const phone = text(deliveryDetails.phone.missing, textLength.phone);

/** Pieces ordered; `placeOrder` checks the product's minimum and stock (specification.md §5). */
export const pieces = integer(required.quantity, "a whole number, from the minimum to the stock");
export const stock = wholeNumber(required.quantity, 0, quantityMax);
export const minimum = wholeNumber(required.minimum, 1, quantityMax);
