import { passwordLength } from "#contract/limits.ts";

/** Makes `text` long enough for a new password, by letters at its end. */
export const asPassword = (text: string) => text.padEnd(passwordLength.min, "x");

export const validPassword = asPassword("first long secret");
export const otherPassword = asPassword("second long secret");
export const tooShortPassword = "x".repeat(passwordLength.min - 1);
