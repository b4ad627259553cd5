import { passwordLength } from "#contract/limits.ts";

/* Values that a field of a call must reject. */

export const getInvalidTexts = ({ maxLength }: { maxLength: number }) => [
	undefined,
	null,
	"",
	"  ",
	7,
	true,
	{},
	[],
	"x".repeat(maxLength + 1),
];
export const invalidQuantities = [
	undefined,
	null,
	"",
	"two",
	{},
	true,
	1.5,
	"1.5",
	-1,
	1e21,
	"1e3",
	10_000_000_000,
];
export const invalidPrices = [
	undefined,
	null,
	"",
	"free",
	{},
	true,
	-1,
	0,
	"0.001",
	1.999,
	1e9,
	"NaN",
	"1,5",
];
export const invalidImages = [
	...getInvalidTexts({ maxLength: 2_048 }),
	"http://plain.example/x.png",
	"javascript:alert(1)",
	"//x.example/a",
];
export const invalidEmails = [
	...getInvalidTexts({ maxLength: 254 }),
	"Upper@example.com",
	"no-at.example.com",
	"a@b",
	"a@example.com\r\nX: y",
];
export const invalidPasswords = [
	undefined,
	null,
	"",
	"short",
	123_456,
	{},
	"x".repeat(passwordLength.max + 1),
];
