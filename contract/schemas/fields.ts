import * as v from "valibot";
import { passwordLength, priceCentsLimits, quantityMax, textLength } from "../limits.ts";
import { invalid, outOfRange, requiredMessages, tooLong, tooShort } from "../messages.ts";
import { centsFromDollars } from "../money.ts";
import { formatInteger } from "../numbers.ts";
import { parseUrl } from "../parse-url.ts";
import { hasWrongLength, isVatNumber, normalizeVatNumber } from "../vat-number.ts";

/** Line breaks, tabs, and the joiners in some scripts and emoji. */
const allowedInvisible = new Set(["\n", "\r", "\t", "\u200c", "\u200d"]);

/** Removes characters that are invisible or change the direction of the text (Unicode "Cc", "Cf", "Cs"). */
const stripInvisible = (text: string) =>
	text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (character) =>
		allowedInvisible.has(character) ? character : "",
	);

/** U+2800 is the only blank character that is neither whitespace nor "default ignorable". */
const visibleCharacter = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Required text. @param missingMessage - shown if the text is absent or blank */
export const text = (missingMessage: string, maxLength: number) =>
	v.pipe(
		v.string(missingMessage),
		v.trim(),
		v.maxLength(maxLength, tooLong(maxLength)),
		v.transform((value) => stripInvisible(value).trim()),
		v.check((value) => visibleCharacter.test(value), missingMessage),
	);

export const name = v.pipe(
	text(requiredMessages.name, textLength.name),
	v.transform((value) => value.replace(/\s+/g, " ")),
);

/** @returns the name, cut to the maximum length; "" if it is not usable */
export function normalizeName(externalName: string): string {
	// `slice` may split a surrogate pair; the schema removes the half that is left.
	const result = v.safeParse(name, stripInvisible(externalName).trim().slice(0, textLength.name));
	return result.success ? result.output : "";
}

const numberOrText = (missingMessage: string) => v.union([v.number(), v.string()], missingMessage);

/** At most 15 digits, which a JavaScript number holds exactly. */
const integer = (missingMessage: string, description: string) =>
	v.pipe(
		numberOrText(missingMessage),
		v.description(description),
		v.check((value) => String(value).trim() !== "", missingMessage),
		v.check((value) => /^(?:-\d{1,15}|\d+)$/.test(String(value).trim()), invalid.wholeNumber),
		v.check((value) => !/^\d{16}/.test(String(value).trim()), invalid.tooLarge),
		v.transform(Number),
	);

export const wholeNumber = (missingMessage: string, min: number, max: number) =>
	v.pipe(
		integer(missingMessage, `a whole number from ${min} to ${formatInteger(max)}`),
		v.minValue(min, outOfRange(min, max)),
		v.maxValue(max, outOfRange(min, max)),
	);

/** Parses dollars to cents; specification.md §3, architecture.md "Limits". */
export const price = v.pipe(
	numberOrText(requiredMessages.price),
	v.description("dollars, at most two decimals"),
	v.check((value) => String(value).trim() !== "", requiredMessages.price),
	v.transform(centsFromDollars),
	v.number(invalid.price),
	v.minValue(priceCentsLimits.min, invalid.price),
	v.maxValue(priceCentsLimits.max, invalid.price),
);

/** Besides specification.md §5, accepts dots, pluses, underscores, hyphens and subdomains, because real addresses have them. */
const signupEmailPattern = /^[a-z0-9]+(?:[._+-][a-z0-9]+)*@[a-z]+(?:\.[a-z]+)*\.[a-z]{2,3}$/;

/**
 * HTML Standard, "valid e-mail address", in lowercase ASCII and with a dot in the domain. Accounts created with Google may have
 * addresses that the sign-up form rejects.
 */
const emailPattern =
	/^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9]+(?:-+[a-z0-9]+)*\.)+(?:[a-z]{2,}|xn--[a-z0-9]+(?:-+[a-z0-9]+)*)$/;

const emailSchema = (pattern: RegExp) =>
	v.pipe(
		v.string(requiredMessages.email),
		v.trim(),
		v.nonEmpty(requiredMessages.email),
		v.maxLength(textLength.email, tooLong(textLength.email)),
		v.regex(pattern, invalid.email),
		v.description("an email address"),
	);

/** The email of an existing account. */
export const email = emailSchema(emailPattern);

/**
 * @returns the address in lowercase, as stored in `users.email`; null if it is not a valid email, or not ASCII, because lowercasing
 * would turn the Kelvin sign into "k"
 */
export function normalizeEmail(address: string): string | null {
	const isAscii = /^[\x21-\x7e]*$/.test(address);
	const result = v.safeParse(email, isAscii ? address.toLowerCase() : "");
	return result.success ? result.output : null;
}

export const signupEmail = emailSchema(signupEmailPattern);

export const isSignupEmail = (address: string): boolean => signupEmailPattern.test(address);

const passwordSchema = (min: number) =>
	v.pipe(
		v.string(requiredMessages.password),
		v.nonEmpty(requiredMessages.password),
		v.minLength(min, tooShort(min)),
		v.maxLength(passwordLength.max, tooLong(passwordLength.max)),
	);

/** specification.md §5 */
export const newPassword = passwordSchema(passwordLength.min);
/** For existing accounts, whose passwords may be shorter than today's minimum. */
export const password = passwordSchema(passwordLength.login);

/** An uploaded picture, one from the catalog, or an https URL (the contract's `img` is a URL). */
const imagePattern = /^(?:\/(?:images|pictures)(?:\/[\w-]+)+\.\w+|https:\/\/[^\s"'<>\\]+)$/;

export const image = v.pipe(
	v.string(requiredMessages.image),
	v.trim(),
	v.nonEmpty(requiredMessages.image),
	v.maxLength(textLength.image, tooLong(textLength.image)),
	v.check(
		(value) => imagePattern.test(value) && parseUrl(value, "https://shop") !== null,
		invalid.image,
	),
	v.description("URL of an uploaded picture, or an https URL"),
);

export const optionalText = (maxLength: number) =>
	v.nullish(
		v.pipe(
			v.string(tooLong(maxLength)),
			v.maxLength(maxLength, tooLong(maxLength)),
			v.transform((value) => stripInvisible(value).trim()),
		),
		"",
	);

/** Parses dollars to cents. Has no limits, because the amount is only compared with the shop's own. */
export const dollars = v.pipe(
	v.union([v.number(), v.string()], requiredMessages.price),
	v.description("dollars"),
	v.transform(centsFromDollars),
	v.number("price must be an amount in dollars"),
);

/** The ID of a Stripe PaymentIntent. */
export const transactionID = text("TransactionID is Required", textLength.id);

export const vatNumber = v.pipe(
	optionalText(textLength.vatNumber),
	v.transform(normalizeVatNumber),
	v.check(isVatNumber, invalid.vatNumberText),
	v.check((value) => !hasWrongLength(value), invalid.vatNumber),
);

/** The limits that depend on the product are in contract/order-rules.ts (specification.md §5). */
export const orderQuantity = integer(
	requiredMessages.quantity,
	"a whole number, within the limits of the product",
);
export const stock = wholeNumber(requiredMessages.quantity, 0, quantityMax);
export const minimum = wholeNumber(requiredMessages.minimum, 1, quantityMax);
